'use client'

import { type ComponentProps, lazy } from 'react'

// What a page may be replaced with is in its data, for each of its segments: here as a name, whose content is loaded when
// it is shown. All in one file, of which every page loads these few lines.

const Unknown = lazy(async () => ({ default: (await import('./unknown-page')).UnknownPage }))
const NotFound = lazy(async () => ({ default: (await import('./page-not-found')).PageNotFound }))
const Denied = lazy(async () => ({ default: (await import('./not-allowed')).NotAllowed }))
const Missing = lazy(async () => ({ default: (await import('./not-found-alert')).NotFoundAlert }))

export function LazyUnknownPage() {
  return <Unknown />
}

export function LazyPageNotFound() {
  return <NotFound />
}

export function LazyNotAllowed() {
  return <Denied />
}

export function LazyNotFoundAlert(props: ComponentProps<typeof Missing>) {
  return <Missing {...props} />
}
