import { shownShortcut } from './shortcut'

const GROUPS: { title: string; lines: [string, string][] }[] = [
  {
    title: 'Moving around',
    lines: [
      ['Escape', 'From the toolbar back to the text'],
      ['Alt+F10', 'From the text to the tools of a table, picture, code or link, then to the toolbar'],
      ['Tab', 'Leaves the text; in a list, table or code block after Escape'],
      ['Mod+F', 'Find and replace; twice for the browser’s own search'],
      ['/', 'At the start of a line: menu of blocks'],
    ],
  },
  {
    title: 'Saving',
    lines: [
      ['Mod+S', 'Saves and stays here; only the button publishes something new'],
      ['Enter', 'In a one-line field: go to the next field'],
    ],
  },
  {
    title: 'Formatting',
    lines: [
      ['Mod+B', 'Bold'],
      ['Mod+I', 'Italic'],
      ['Mod+U', 'Underline'],
      ['Mod+Shift+S', 'Strike'],
      ['Mod+E', 'Code'],
      ['Mod+K', 'Link'],
      ['Mod+Alt+F', 'Footnote'],
      ['$x^2$', 'Formula in TeX'],
      ['[[', 'Link to one of your notes or projects by its title'],
      ['Mod+\\', 'Clean formatting'],
      ['Mod+Alt+2', 'Heading 2, and so on'],
      ['Mod+Alt+0', 'Text'],
      ['Mod+]', 'Indent'],
      ['Mod+[', 'Outdent'],
      ['Mod+Shift+9', 'Task list'],
      ['Mod+Enter', 'Tick a task'],
      ['Alt+Shift+Up', 'Move the block, or the item of a list, up'],
      ['Alt+Shift+Down', 'Move it down; the handle beside a block does the same'],
    ],
  },
  {
    title: 'Type at the start of a line',
    lines: [
      ['##', 'Heading 2'],
      ['-', 'Bullet list'],
      ['1.', 'Ordered list'],
      ['[ ]', 'Task list'],
      ['>', 'Blockquote'],
      ['```js', 'Code block'],
      ['[!tip]', 'Callout; also note and warning'],
      ['---', 'Horizontal rule'],
    ],
  },
  {
    title: 'Pasting',
    lines: [
      ['Mod+V', 'Word, Google Docs and web pages are cleaned up, Markdown is converted'],
      ['Mod+Shift+V', 'Paste without formatting'],
      ['Mod+V', 'Paste an address over selected words to link them'],
    ],
  },
]

export function EditorHelp() {
  return (
    // On a phone something has to be left beside it, whose touch closes it.
    <div
      className="editor-help grid max-h-[min(32rem,70dvh)] w-[min(26rem,100vw-4rem)] gap-4 overflow-y-auto outline-none"
      data-autofocus
      // biome-ignore lint/a11y/noNoninteractiveTabindex: must be scrollable by keyboard
      tabIndex={0}
    >
      {GROUPS.map(({ title, lines }) => (
        <section key={title}>
          <h2 className="mb-1 font-sans text-[0.9375rem] font-semibold">{title}</h2>
          <dl>
            {lines.map(([keys, what]) => (
              <div key={what} className="grid grid-cols-[8.5rem_1fr] gap-3 py-[0.1875rem]">
                <dt>
                  <kbd className="font-sans text-[0.8125rem] font-medium whitespace-nowrap">{shownShortcut(keys)}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
