import type { BrowserCommand } from 'vitest/node'

type Run<Args extends unknown[]> = BrowserCommand<Args>

/** What a component test lets Playwright do: keys and the mouse as a person uses them, and what the system says. */
const type: Run<[text: string]> = ({ page }, text) => page.keyboard.type(text)
const press: Run<[key: string, times: number]> = async ({ page }, key, times) => {
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key)
}
const holdKey: Run<[key: string]> = ({ page }, key) => page.keyboard.down(key)
const releaseKey: Run<[key: string]> = ({ page }, key) => page.keyboard.up(key)
const emulate: Run<[media: { colorScheme?: 'light' | 'dark'; reducedMotion?: 'reduce' | 'no-preference' }]> = (
  { page },
  media,
) => page.emulateMedia(media)
/** Presses the mouse on one element and moves it to the lower edge of another; both are CSS selectors. */
const drag: Run<[from: string, to: string]> = async ({ page, frame }, from, to) => {
  const inner = await frame()
  await inner.locator(from).hover()
  await page.mouse.down()
  const end = await inner.locator(to).boundingBox()
  await page.mouse.move(end?.x ?? 0, (end?.y ?? 0) + (end?.height ?? 0) - 2, { steps: 4 })
}
const releaseMouse: Run<[]> = ({ page }) => page.mouse.up()

export const browserCommands = { type, press, holdKey, releaseKey, emulate, drag, releaseMouse }

type Client<Command> = Command extends Run<infer Args> ? (...args: Args) => Promise<void> : never
export type ComponentCommands = { [Name in keyof typeof browserCommands]: Client<(typeof browserCommands)[Name]> }
