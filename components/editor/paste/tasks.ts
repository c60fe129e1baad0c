import { taskState as markedState } from '@/packages/convert/html/marks'
import { declarationsOf, rename, wrapInside } from './elements'

/** Lists whose items are tasks without a box of their own: CKEditor, Outline, Dropbox Paper, Joplin, Notion. */
const TASK_LIST =
  '.todo-list, .to-do-list, .checkbox_list, .checklist, .task-list, .listtype-task, .joplin-checklist, ' +
  '[data-type="taskList"], [data-node-type="actionList"]'
const TYPED_BOX = /^\s*\[([ xX])\]\s+/
const DONE = /(?:^|[\s_-])(?:checked|done|task-done|is-checked|completed)(?:\s|$)/i

/** Our lists hold tasks or none: one that holds both is parted where the kind changes. */
export function markTasks(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul')) {
    const isTaskList = list.matches(TASK_LIST)
    let part: Element = list
    let isTaskPart: boolean | null = null
    for (const item of [...list.children].filter((child) => child.tagName === 'LI')) {
      const state = taskState(item, isTaskList)
      const isTask = state !== null
      if (isTaskPart !== null && isTask !== isTaskPart) {
        const next = body.ownerDocument.createElement('ul')
        part.after(next)
        part = next
      }
      isTaskPart = isTask
      if (part !== list) part.append(item)
      if (!isTask) continue
      part.setAttribute('data-type', 'taskList')
      item.setAttribute('data-type', 'taskItem')
      item.setAttribute('data-checked', String(state))
      for (const label of item.querySelectorAll(':scope > label')) if (!label.textContent?.trim()) label.remove()
      wrapInside(item, 'div')
    }
    // A list of no tasks must not be taken for one.
    if (!isTaskPart) part.removeAttribute('data-type')
  }
  // A numbered list has no boxes.
  for (const box of body.querySelectorAll('li input[type="checkbox"]')) {
    box.replaceWith(box.hasAttribute('checked') ? '[x]' : '[ ]')
  }
  for (const input of body.querySelectorAll('input')) input.remove()
}

/** Rewrites tasks of other programs that are no list items (Jira and Confluence) or styles (Evernote). */
export function convertTasks(body: HTMLElement): void {
  const lists = '[data-node-type="actionList"], [data-node-type="decisionList"]'
  for (const list of body.querySelectorAll(lists)) if (list.tagName !== 'OL') rename(list, 'ul')
  for (const item of body.querySelectorAll('[data-task-local-id], [data-decision-local-id]')) {
    if (item.parentElement?.matches(lists)) rename(item, 'li')
  }
  for (const item of body.querySelectorAll('li[style*="--en-checked"]')) {
    item.setAttribute('data-checked', declarationsOf(item).get('--en-checked') ?? '')
  }
}

/** True for a ticked task, false for an open one, null for any other list item. Removes its box. */
function taskState(item: Element, isInTaskList: boolean): boolean | null {
  if (item.getAttribute('role') === 'checkbox') {
    item.querySelector('img')?.remove()
    return item.getAttribute('aria-checked') === 'true'
  }
  const boxes = item.querySelectorAll('input[type="checkbox"], [role="checkbox"], .checkbox-on, .checkbox-off')
  const box = [...boxes].find((input) => input.closest('li') === item)
  if (box) {
    const isTicked =
      box.hasAttribute('checked') || box.getAttribute('aria-checked') === 'true' || box.matches('.checkbox-on')
    const after = box.nextSibling
    if (after?.nodeType === Node.TEXT_NODE) after.nodeValue = (after.nodeValue ?? '').trimStart()
    box.remove()
    return isTicked
  }
  const stated = markedState((name) => item.getAttribute(name))
  if (stated !== null) return stated
  const text = firstText(item)
  const typed = TYPED_BOX.exec(text?.data ?? '')
  if (text && typed) {
    text.data = text.data.slice(typed[0].length)
    return typed[1] !== ' '
  }
  return isInTaskList ? DONE.test(item.className) : null
}

function firstText(item: Element): Text | null {
  const texts = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (text.data.trim() !== '') return text.parentElement?.closest('li') === item ? text : null
  }
  return null
}
