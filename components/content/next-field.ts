const FIELD = 'input:not([type=hidden]), textarea, select, [role=textbox]'
/** Controls in which Enter has a meaning of its own. */
const NO_LINE = 'textarea, select, [role=textbox], [type=checkbox], [type=radio], [type=file], [type=color]'
/** The rich-text editor's tools are inside the form, but are not fields of it. */
const TOOLS = '[role=toolbar], [role=dialog]'

/** The field that Enter in a one-line field moves to; null for other controls and after the last field. */
export function nextField(form: HTMLElement, from: EventTarget): HTMLElement | undefined {
  if (!(from instanceof HTMLElement) || from.matches(NO_LINE)) return undefined
  const fields = [...form.querySelectorAll<HTMLElement>(FIELD)].filter((field) => !field.closest(TOOLS))
  const index = fields.indexOf(from)
  return index === -1 ? undefined : fields[index + 1]
}
