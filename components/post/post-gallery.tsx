'use client'

import { type ComponentType, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fillsFrame } from '@/components/post/card-picture'
import type { PictureViewer } from '@/components/post/picture-viewer'
import { PostCover } from '@/components/post/post-cover'
import { isPlainClick } from '@/components/ui/plain-click'
import { urlOfWidth, WIDEST_VARIANT_PIXELS } from '@/lib/media/variants'
import type { PostImage } from '@/lib/post/schema'

const PICTURES = 'Pictures'
/** In the state of the history entry that opening has made: closing goes back over it. */
const OPENED = 'pictureOpened'

const hashOf = (place: number) => `#picture-${place}`

type PostGalleryProps = {
  title: string
  pictures: PostImage[]
  /** The ids of those that the story shows. */
  placed: string[]
}

/**
 * The pictures of a project that are neither its cover nor in its story, each a link to it at full size, which opens the
 * viewer where there is script. What the viewer shows, of all of them, is in the address. A near shape fills the frame;
 * another one stands whole on a ground of its own colours.
 */
export function PostGallery({ title, pictures, placed }: PostGalleryProps) {
  const [Viewer, setViewer] = useState<ComponentType<Parameters<typeof PictureViewer>[0]> | null>(null)
  const [place, setPlace] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const opener = useRef<HTMLElement | null>(null)

  const show = useEffectEvent(async () => {
    const shown = pictures.findIndex((_, index) => window.location.hash === hashOf(index + 1)) + 1
    if (shown > 1 && Viewer === null) {
      const loaded = await import('./picture-viewer').catch(() => null)
      // Without it the page is at the picture.
      if (!loaded) return
      setViewer(() => loaded.PictureViewer)
    }
    setPlace(shown > 0 ? shown : null)
  })

  useEffect(() => {
    const onPopState = () => void show()
    if (window.location.hash.startsWith('#picture-')) onPopState()
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])

  // After the dialog is closed: until then nothing else takes the focus.
  useEffect(() => {
    if (place === null) opener.current?.focus()
  }, [place])

  function open(event: MouseEvent<HTMLAnchorElement>, shown: number) {
    if (!isPlainClick(event.nativeEvent)) return
    event.preventDefault()
    opener.current = event.currentTarget
    window.history.pushState({ ...window.history.state, [OPENED]: true }, '', hashOf(shown))
    void show()
  }

  function close() {
    if (window.history.state?.[OPENED]) return window.history.back()
    const { pathname, search } = window.location
    window.history.replaceState(window.history.state, '', pathname + search)
    opener.current ??= list.current?.querySelector<HTMLElement>(`${hashOf(place ?? 0)} a`) ?? null
    setPlace(null)
  }

  const isListed = ({ _id }: PostImage, index: number) => index > 0 && !placed.includes(_id)
  if (!pictures.some(isListed)) return null
  return (
    <section aria-labelledby="project-pictures" className="mt-16">
      <h2 id="project-pictures" className="mb-5 font-sans text-sm font-medium text-muted">
        {PICTURES}
      </h2>
      <ul ref={list} className="grid gap-x-6 gap-y-8 sm:grid-cols-2 print:grid-cols-2">
        {pictures.map((image, index) => {
          const at = index + 1
          return (
            isListed(image, index) && (
              <li key={image._id} className="min-w-0 break-inside-avoid">
                <figure id={hashOf(at).slice(1)} className="scroll-mt-20">
                  <a
                    href={urlOfWidth(image, WIDEST_VARIANT_PIXELS)}
                    onClick={(event) => open(event, at)}
                    className="block aspect-video overflow-hidden rounded-plate bg-surface outline -outline-offset-1 outline-line hover:outline-muted"
                  >
                    <PostCover
                      image={image}
                      alt={`${title}, picture ${at}`}
                      sizes="(min-width: 1140px) 33rem, (min-width: 600px) 46vw, 94vw"
                      className={`size-full ${fillsFrame(image) ? 'object-cover object-[50%_20%]' : 'object-contain'}`}
                    />
                  </a>
                  {image.caption && (
                    <figcaption dir="auto" className="mt-2 text-sm text-muted wrap-anywhere">
                      {image.caption}
                    </figcaption>
                  )}
                </figure>
              </li>
            )
          )
        })}
      </ul>
      {Viewer && place !== null && (
        <Viewer
          {...{ title, pictures, place }}
          onMove={(next) => {
            window.history.replaceState(window.history.state, '', hashOf(next))
            setPlace(next)
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
