/** On a 24 × 24 grid with the site's line width. Decorative: the control has the name. */
const PATHS = {
  undo: 'M9 6 4.5 10.5 9 15M4.5 10.5h9a5.5 5.5 0 0 1 0 11H10',
  redo: 'M15 6l4.5 4.5L15 15M19.5 10.5h-9a5.5 5.5 0 0 0 0 11H14',
  inlineCode: 'm8.5 7.5-5 4.5 5 4.5m7-9 5 4.5-5 4.5',
  bulletList: 'M9.5 6H20M9.5 12H20M9.5 18H20M4.6 6v.01M4.6 12v.01M4.6 18v.01',
  orderedList:
    'M10 6h10M10 12h10M10 18h10M4 5l1.4-.8V8M3.9 11c.5-1 2.4-.8 2.2.5-.1.8-1.2 1.3-2.2 2.3h2.4M3.9 16.6h2.2l-1.3 1.5c1.8 0 1.8 2.3 0 2.3-.5 0-.8-.1-1-.4',
  taskList: 'M11.5 7H20M11.5 17H20M4 7l1.6 1.6L8.6 5.4M4.2 14.8h4.3v4.4H4.2z',
  outdent: 'M4 5h16M11.5 10H20M11.5 14H20M4 19h16M7.5 9.2 4.5 12l3 2.8',
  indent: 'M4 5h16M11.5 10H20M11.5 14H20M4 19h16M4.5 9.2l3 2.8-3 2.8',
  alignLeft: 'M4 6h16M4 10h10M4 14h16M4 18h10',
  alignCentre: 'M4 6h16M7 10h10M4 14h16M7 18h10',
  alignRight: 'M4 6h16M10 10h10M4 14h16M10 18h10',
  justify: 'M4 6h16M4 10h16M4 14h16M4 18h16',
  direction: 'M13.5 4v11.5M17.5 4v11.5M19.5 4H11a3.6 3.6 0 0 0 0 7.2h2.5M20 20H5m3-2.8L5 20l3 2.8',
  language: 'M4 6.5h9M8.5 4.5v2M11 6.5c-.6 3.4-3 6.2-6.5 7.6M6.2 9.5c.8 2 2.6 3.7 5 4.6M12 20l4-9.5 4 9.5M13.3 17h5.4',
  quote: 'M5 5v14M9.5 7.5H20M9.5 12H20M9.5 16.5h6',
  codeBlock: 'M3.5 5h17v14h-17zM10 9.2 7.2 12l2.8 2.8M14 9.2l2.8 2.8-2.8 2.8',
  link: 'M10 14a4.2 4.2 0 0 0 6 0l3.2-3.2a4.24 4.24 0 0 0-6-6L12 6m2 4a4.2 4.2 0 0 0-6 0l-3.2 3.2a4.24 4.24 0 0 0 6 6L12 18',
  image: 'M3.5 5h17v14h-17zM3.5 16.5l5.2-5 4 4 2.6-2.3 5.2 4.3M15.5 9.2v.01',
  replace: 'M4.5 10.5a7.6 7.6 0 0 1 13.6-3L20 9.5M20 4.5v5h-5M19.5 13.5a7.6 7.6 0 0 1-13.6 3L4 14.5M4 19.5v-5h5',
  caption: 'M5 4h14v10H5zM4 17.5h16M7 20.5h10',
  callout: 'M4 5h16v14H4zM8 5v14M11.5 9.5H16M11.5 13.5H16',
  markLines: 'M4 5h9M4 19h9M3.5 9.5h17v5h-17z',
  footnote: 'M4 7h8M4 12h10M4 17h7M17 5.5 18.8 4.5v7',
  find: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20 20',
  up: 'M6 14.5 12 8.5l6 6',
  down: 'M6 9.5l6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  handle: 'M9.5 6v.01M9.5 12v.01M9.5 18v.01M14.5 6v.01M14.5 12v.01M14.5 18v.01',
  formula: 'M18 6.5V4.5H6.5l6 7.5-6 7.5H18v-2',
  more: 'M12 5v14M5 12h14',
  video: 'M3.5 6.5h11.5v11H3.5zM15 10.6l5.5-3.1v9L15 13.4',
  table: 'M3.5 5h17v14h-17zM3.5 9.7h17M3.5 14.4h17M9.2 5v14M14.8 5v14',
  rule: 'M3.5 12h17M6 7h12M6 17h12',
  clean:
    'M9 19.5h11M5 14.2 13.3 6a2 2 0 0 1 2.8 0l2.9 2.9a2 2 0 0 1 0 2.8l-7.8 7.8H8.4L5 16.1a1.35 1.35 0 0 1 0-1.9zM9.4 9.9l5.6 5.7',
  help: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.6 9.4c.3-1.4 1.2-2.1 2.5-2.1 1.4 0 2.5.9 2.5 2.2 0 2-2.4 2-2.5 4M12 16.6v.01',
  heading: 'M6 5v14M18 5v14M6 12h12',
  text: 'M5 6.5V5h14v1.5M12 5v14M9.5 19h5',
  rowAbove: 'M4 13h16v6H4zM12 9V3M9 6h6',
  rowBelow: 'M4 5h16v6H4zM12 21v-6M9 18h6',
  columnBefore: 'M13 4v16h6V4zM9 12H3M6 9v6',
  columnAfter: 'M5 4v16h6V4zM21 12h-6M18 9v6',
  removeRow: 'M4 9h16v6H4zM9.5 2.5l5 4M14.5 2.5l-5 4',
  removeColumn: 'M9 4v16h6V4zM2.5 9.5l4 5M6.5 9.5l-4 5',
  headerRow: 'M3.5 5h17v14h-17zM3.5 10h17M6 7.5h12',
  merge: 'M3.5 5h17v14h-17zM7 12h3.5m-1.5-2 2 2-2 2M17 12h-3.5m1.5-2-2 2 2 2',
  split: 'M3.5 5h17v14h-17zM12 5v14M9.5 12H6m1.5-2-2 2 2 2M14.5 12H18m-1.5-2 2 2-2 2',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l.8 13h9.4l.8-13M10.2 11v5.5M13.8 11v5.5',
  open: 'M7 17 17 7M8.5 7H17v8.5',
  edit: 'M4 20h4L19.5 8.5a2.1 2.1 0 0 0-3-3L5 17zM14.5 7.5l3 3',
  unlink: 'M9.5 6.5 12 4.2a4.24 4.24 0 0 1 6 6l-1.6 1.8M14.5 17.5 12 19.8a4.24 4.24 0 0 1-6-6L7.6 12M4 4l16 16',
} as const

export type IconName = keyof typeof PATHS

export function EditorIcon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="editor-icon">
      <path d={PATHS[name]} />
    </svg>
  )
}
