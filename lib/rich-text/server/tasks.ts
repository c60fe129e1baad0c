import { type Element, elementsOf, isElement, setAttribute } from '@/packages/convert/tree'
import { blockText } from './plain-text'

const NAME_MAX_CHARACTERS = 100

/** Shows a task as done or open: its checkbox takes its name from the text, and cannot be ticked. */
export function freezeTask(item: Element): void {
  for (const label of item.childNodes) {
    if (!isElement(label) || label.tagName !== 'label') continue
    for (const box of elementsOf(label)) {
      if (box.tagName !== 'input') continue
      setAttribute(box, 'disabled', '')
      setAttribute(box, 'aria-label', blockText(item).split('\n')[0]?.slice(0, NAME_MAX_CHARACTERS) || 'Task')
    }
  }
}
