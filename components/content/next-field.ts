const FIELD = 'input:not([type=hidden]), textarea, select, [role=textbox]'
/** Of several lines, or with an Enter of their own. */
const NO_LINE = 'textarea, select, [role=textbox], [type=checkbox], [type=radio], [type=file], [type=color]'
/** The tools of the editor stand inside the form and are no fields of it. */
const TOOLS = '[role=toolbar], [role=dialog]'

/** Where Enter leads from a field of one line: to the field below it, or nowhere. */
export function nextField(form: HTMLElement, from: EventTarget): HTMLElement | undefined {
  if (!(from instanceof HTMLElement) || from.matches(NO_LINE)) return undefined
  const fields = [...form.querySelectorAll<HTMLElement>(FIELD)].filter((field) => !field.closest(TOOLS))
  const place = fields.indexOf(from)
  return place === -1 ? undefined : fields[place + 1]
}
