import { shownShortcut } from './shortcut'

const GROUPS: { title: string; lines: [string, string][] }[] = [
  {
    title: 'Getting about',
    lines: [
      ['Escape', 'From a tool back to the text'],
      ['Alt+F10', 'From the text to the tools, and on to those of a table, picture or link'],
      ['Tab', 'Leaves the text; in a list, table or code block after Escape'],
      ['Mod+F', 'Find and replace; twice for the browser’s own search'],
      ['/', 'At the beginning of a line: menu of blocks'],
    ],
  },
  {
    title: 'Saving',
    lines: [
      ['Mod+S', 'Saves and stays here; what is new is published by its button alone'],
      ['Enter', 'In a field of one line: on to the next field'],
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
      ['[[', 'Link to a note or project of yours, by its title'],
      ['Mod+\\', 'Clean formatting'],
      ['Mod+Alt+2', 'Heading 2, and so on'],
      ['Mod+Alt+0', 'Text'],
      ['Mod+]', 'Indent'],
      ['Mod+[', 'Outdent'],
      ['Mod+Enter', 'Tick a task'],
      ['Alt+Shift+Up', 'Move the block, or the item of a list, up'],
      ['Alt+Shift+Down', 'Move it down; the handle beside a block does the same'],
    ],
  },
  {
    title: 'Typed at the beginning of a line',
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
      ['Mod+V', 'Word, Google Docs and web pages come in clean, Markdown as what it stands for'],
      ['Mod+Shift+V', 'The words alone'],
      ['Mod+V', 'An address over selected words makes them a link'],
    ],
  },
]

/** All keyboard shortcuts of the editor. */
export function EditorHelp() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: must be scrollable by keyboard
    <div className="editor-help" data-autofocus tabIndex={0}>
      {GROUPS.map(({ title, lines }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {lines.map(([keys, what]) => (
              <div key={keys}>
                <dt>
                  <kbd>{shownShortcut(keys)}</kbd>
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
