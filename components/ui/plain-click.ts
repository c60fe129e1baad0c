/** Whether a click is for this page; with a modifier it is for the browser, which opens another tab, say. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
