/** The symbols of icons.svg. */
export const ICON_NAMES = [
  ...(['alert', 'alignCentre', 'alignLeft', 'alignRight', 'arrowLeft', 'arrowOut', 'arrowRight'] as const),
  ...(['bulletList', 'callout', 'caption', 'check', 'chevron', 'chevronEnd', 'clean', 'close', 'code'] as const),
  ...(['codeBlock', 'columnAfter', 'columnBefore', 'direction', 'document', 'down', 'edit', 'email'] as const),
  ...(['footnote', 'formula', 'handle', 'headerRow', 'heading', 'help', 'image', 'indent'] as const),
  ...(['inlineCode', 'justify', 'language', 'link', 'lock', 'log', 'logout', 'merge'] as const),
  ...(['more', 'network', 'orderedList', 'outdent', 'pause', 'people', 'person', 'play', 'plus'] as const),
  ...(['quote', 'redo', 'removeColumn', 'removeRow', 'replace', 'rowAbove', 'rowBelow', 'rule'] as const),
  ...(['search', 'settings', 'sortDown', 'sortUp', 'split', 'table', 'taskList', 'text', 'theme'] as const),
  ...(['trash', 'undo', 'unlink', 'up', 'video'] as const),
]

export type IconName = (typeof ICON_NAMES)[number]
