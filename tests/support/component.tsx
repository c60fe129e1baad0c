import axe from 'axe-core'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import type { ComponentCommands } from './component-commands'

/** Component tests in Chromium: a component alone, its calls of the API answered here. */

const { emulate, drag, holdKey, releaseKey, releaseMouse, ...keys } = commands as unknown as ComponentCommands

export { drag, emulate, holdKey, releaseKey, releaseMouse }

/** The address of a picture that a browser shows. */
export const PICTURE_URL = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"/>')}`

const WIDE = { width: 1280, height: 860 }

/** Types text key by key; a line feed is Enter. */
export const type = (text: string): Promise<void> => keys.type(text)

/** Presses a key by its name in Playwright, as in `ControlOrMeta+a`. */
export const press = (key: string, times = 1): Promise<void> => keys.press(key, times)

export const byRole = page.getByRole
export const byText = page.getByText
export const byLabel = page.getByLabelText

export const resize = (width: number, height: number): Promise<void> => page.viewport(width, height)

/** The first element of a CSS selector. @throws Error where there is none */
export function find<Found extends Element = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

/** The first element of a CSS selector, once it is there. */
export async function locate(selector: string): Promise<Locator> {
  await expect.poll(() => document.querySelector(selector), { message: selector }).not.toBeNull()
  return page.elementLocator(find(selector))
}

/** What the router was told to do. */
export const navigations: string[] = []

const router: AppRouterInstance = {
  bfcacheId: '',
  back: () => navigations.push('back'),
  forward: () => navigations.push('forward'),
  refresh: () => navigations.push('refresh'),
  push: (href) => navigations.push(`push ${href}`),
  replace: (href) => navigations.push(`replace ${href}`),
  prefetch: () => {},
}

const roots: { root: Root; element: HTMLElement }[] = []

/**
 * Shows a component alone, as on a page of this address.
 * @returns a function that shows it anew, with other props
 */
export function render(component: ReactNode, address = '/'): (component: ReactNode) => void {
  const element = document.body.appendChild(document.createElement('main'))
  const root = createRoot(element)
  roots.push({ root, element })
  const { pathname, searchParams } = new URL(address, location.href)
  const show = (shown: ReactNode) =>
    root.render(
      <AppRouterContext value={router}>
        <PathnameContext value={pathname}>
          <SearchParamsContext value={searchParams}>{shown}</SearchParamsContext>
        </PathnameContext>
      </AppRouterContext>,
    )
  show(component)
  return show
}

/** After each test: nothing of it is left to the next one. */
export async function cleanUp(): Promise<void> {
  for (const { root, element } of roots.splice(0)) {
    root.unmount()
    element.remove()
  }
  calls.length = 0
  navigations.length = 0
  localStorage.clear()
  sessionStorage.clear()
  if (innerWidth !== WIDE.width || innerHeight !== WIDE.height) await resize(WIDE.width, WIDE.height)
}

type Answer = { status?: number; body: unknown }
type Handler = (request: { url: URL; body: unknown; signal: AbortSignal }) => Answer | Promise<Answer>

/** The calls that were sent, as `POST /api/note/new`. */
export const calls: string[] = []

/**
 * Answers the calls of the API, by method and path; a segment `*` stands for any. A call that nobody answers fails as
 * if there were no network.
 */
export function answerCalls(handlers: Record<string, Handler>): void {
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const name = `${request.method} ${url.pathname}`
    calls.push(`${name}${url.search}`)
    const [, handler] =
      Object.entries(handlers).find(([pattern]) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(name)) ?? []
    if (!handler) throw new TypeError('Failed to fetch')
    const text = init?.body instanceof FormData ? null : await request.text()
    const body = init?.body instanceof FormData ? init.body : text ? JSON.parse(text) : undefined
    const { status = 200, body: answered } = await handler({ url, body, signal: request.signal })
    request.signal.throwIfAborted()
    return Response.json(answered, { status })
  }
  vi.stubGlobal('fetch', answer)
  // Forms are sent by it, because it reports progress.
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 0
      response: unknown = null
      upload = {}
      onload = () => {}
      onerror = () => {}
      #method = ''
      #address = ''
      #abort = new AbortController()
      open(method: string, address: string) {
        this.#method = method
        this.#address = address
      }
      setRequestHeader() {}
      abort() {
        this.#abort.abort()
      }
      send(body: FormData) {
        answer(this.#address, { method: this.#method, body, signal: this.#abort.signal }).then(
          async (response) => {
            this.status = response.status
            this.response = await response.json()
            this.onload()
          },
          () => this.#abort.signal.aborted || this.onerror(),
        )
      }
    },
  )
}

/** A refusal, as the API answers it. */
export const refused = (status: number, message: string, more: object = {}): Answer => ({
  status,
  body: { message, error: message, ...more },
})

/** A picture file of this size, of one colour. */
export async function pngFile(name = 'a.png', { width, height } = { width: 64, height: 48 }): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' })
}

/** Fails for whatever axe finds in the part that is shown, light and dark. */
export async function expectAccessible(part: Element | Locator = document.body): Promise<void> {
  const context = part instanceof Element ? part : part.element()
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))
  for (const colorScheme of ['light', 'dark'] as const) {
    await emulate({ colorScheme })
    const { violations } = await axe.run(context, {
      resultTypes: ['violations'],
      // Of a whole page, which a component is not.
      rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
      // Nothing but colours differs between the schemes.
      ...(colorScheme === 'dark' ? { runOnly: { type: 'rule', values: ['color-contrast'] } } : {}),
    })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.flatMap(({ element, target }) => {
        // The caret of a text that is edited scrolls what is in it; a stop of Tab there would lead into the text again.
        const isExempt = id === 'scrollable-region-focusable' && element?.closest('[contenteditable="true"]') !== null
        return isExempt ? [] : [`${id}: ${target.join(' ')}`]
      }),
    )
    expect(found, colorScheme).toEqual([])
  }
  await emulate({ colorScheme: 'light' })
}

/** How many pixels wider the page is than its window. */
export const overflow = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth
