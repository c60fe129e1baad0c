'use client'

import { useRef, useState } from 'react'
import { settlePictures, useRichText } from '@/components/content/rich-text-field'
import { TechField } from '@/components/content/tech-field'
import { type ContentFields, UNSAVED, useContentForm } from '@/components/content/use-content-form'
import { type GalleryRow, useGallery } from '@/components/content/use-gallery'
import { pictureWords, storePicture, useFormPicture } from '@/components/content/use-picture'
import { fieldText, fieldTexts, setFieldTexts } from '@/components/content/writing-form'
import { useRepositoryFill } from '@/components/post/fill-from-repository'
import { PictureList } from '@/components/post/picture-list'
import { PostStoryField } from '@/components/post/post-story-field'
import { usePostLinks } from '@/components/post/use-post-links'
import { ButtonLink } from '@/components/ui/button'
import { Field, TextArea } from '@/components/ui/form/field'
import { IMAGE_REMOVED, IMAGE_UNCHANGED, type ImageChange, ImageChooser } from '@/components/ui/form/image-chooser'
import { LinkRows } from '@/components/ui/form/link-rows'
import { UrlField } from '@/components/ui/form/url-field'
import { callApi, sendForm } from '@/lib/calls/client'
import { PICTURES_MAX, POST_LINK_LABEL_MAX_CHARACTERS, POST_LINKS_MAX } from '@/lib/content/contract-limits'
import { type GalleryPicture, galleryPictures, galleryText } from '@/lib/content/gallery'
import {
  FACT_LABELS,
  linksIn,
  NO_FACTS,
  POST_TEXTS,
  type PostFacts,
  postTexts,
  readableLinks,
  STATES,
  textOfLinks,
} from '@/lib/content/post-facts'
import { ACCEPTED_IMAGE_TYPES, IMAGE_HINT, imageTypeProblem } from '@/lib/media/accepted-types'
import { backdropOf } from '@/lib/media/backdrop'
import { type PostWritten, postCalls } from '@/lib/post/calls'
import type { AdminPost } from '@/lib/post/schema'
import type { PreviewLink } from '@/lib/preview/schema'
import type { PublishingChoice } from '@/lib/publishing/status'
import { FILLED_FIELDS, type RepositoryFacts } from '@/lib/repository/schema'
import { paths } from '@/lib/routes/paths'
import { ADMIN_PANEL, FULL_PROJECT } from '@/lib/texts/constants'
import {
  DESCRIPTION,
  DESCRIPTION_ROWS,
  GITHUB,
  IMAGE,
  LINK,
  REPOSITORY,
  STORY,
  TITLE,
} from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'
import { type FormCopy, pictureField, storedPicture } from '@/lib/working-copy/schema'

/** The initial values: a stored project, or blank. */
export type PostFields = Pick<AdminPost, (typeof POST_TEXTS)[number] | 'story' | 'image'> & ContentFields

/** The server's answer, and the form's values at the time of sending. */
type Saved = PostWritten & {
  sent: Record<(typeof POST_TEXTS)[number] | 'story' | 'alt' | 'caption', string> & { picture: ImageChange }
}

const BLANK: PostFields = {
  ...{ ...UNSAVED, ...NO_FACTS },
  ...{ title: '', description: '', story: '', repo: '', link: '', tech: '', links: [], image: [] },
}

const FACT_HINTS: PostFacts = {
  role: 'What you did: “Design and code, alone”.',
  forWhom: 'A client, an employer, yourself.',
  started: '2023, 2023-04 or 2023-04-01.',
  ended: 'The same, or “ongoing”.',
  period: 'Instead of the dates: “Weekends of 2024”.',
  state: '“In use by 40 people”, “Archived”.',
  usedBy: 'A number or a name: “40 people”.',
  licence: 'MIT, Apache-2.0.',
}

const LABELS = {
  ...{ title: TITLE, repo: GITHUB, link: FULL_PROJECT, tech: TECHNOLOGIES, description: DESCRIPTION, story: STORY },
  ...{
    ...FACT_LABELS,
    links: 'More links',
    image: IMAGE,
    alt: 'Alt text',
    caption: 'Caption',
    pictures: 'More pictures',
  },
}
const FACT_ORDER = ['role', 'forWhom', 'started', 'ended', 'period', 'state', 'usedBy', 'licence'] as const
const FIELDS = [...POST_TEXTS, 'story', 'image', 'imageIds', 'alt', 'pictures'] as const

const textsOf = (row: PostFields) => ({
  ...{ ...postTexts({ ...row, links: textOfLinks(row.links) }), story: row.story },
  ...{ alt: row.image[0]?.alt ?? '', caption: row.image[0]?.caption ?? '' },
})

type PostFormProps = {
  post?: AdminPost
  from: FormCopy
  /** The technologies of all notes and projects, most used first. */
  techInUse: string[]
  previewLinks?: PreviewLink[]
}

function galleryInWords(text: string): string {
  const words = galleryPictures(text).map(
    ({ alt, caption }, at) => `${at + 2}. ${alt || '(no description)'} ${caption}`,
  )
  return words.join('\n')
}

/** 'New Post' without `post`, otherwise 'Edit project' with its order of fields and labels (section 2). */
export function PostForm({ post, from, techInUse, previewLinks = [] }: PostFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const picture = useFormPicture(
    () => journal.files,
    () => journal.touch(),
  )
  const [progress, setProgress] = useState<number | null>(null)
  const isNew = post === undefined
  const gallery = useGallery((post?.image ?? []).slice(1), () => journal.touch(), PICTURES_MAX - 1)
  const initial: PostFields = post ?? BLANK
  const [repoAddress, setRepoAddress] = useState(initial.repo)
  const repoFacts = useRef<RepositoryFacts | null>(null)
  const filling = useRepositoryFill({
    ...{ address: repoAddress, id: post?._id, labels: { ...LABELS, picture: 'Picture' } },
    current: () => {
      const fields = FILLED_FIELDS.filter((name) => form.current?.elements.namedItem(name))
      return { ...fieldTexts(form.current, fields), picture: hasCover() ? pictureWords('') : '' }
    },
    onPicture: showCover,
    onFill(values, facts) {
      repoFacts.current = facts
      setFieldTexts(form.current, values)
      setRepoAddress(fieldText(form.current, 'repo'))
      // As if they had been typed.
      for (const name of Object.keys(values)) {
        const field = form.current?.elements.namedItem(name)
        if (field instanceof HTMLElement) field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    },
  })
  const links = usePostLinks(textOfLinks(initial.links), () => journal.touch())
  const texts = () => ({ ...fieldTexts(form.current, POST_TEXTS), links: links.text() })
  const altText = () => fieldText(form.current, 'alt')
  const captionText = () => fieldText(form.current, 'caption')
  const story = useRichText(initial.story, () => {
    journal.touch()
    correct('story')
  })
  const { journal, base, issueOf, correct, frame } = useContentForm<PostFields, Saved>({
    ...{ kind: 'post', form, row: initial, from, previewLinks, send, sentFields },
    journal: {
      fieldsOf: (row) => ({ ...textsOf(row), image: '', pictures: galleryText(row.image.slice(1)) }),
      pictureOf: ({ image }) => image[0]?.url,
      read: () => ({
        ...{ ...texts(), story: story.html(), image: picture.text(), alt: altText() },
        ...{ caption: captionText(), pictures: galleryText(gallery.pictures()) },
      }),
      write({ image = '', story: html = '', pictures, ...fields }) {
        picture.take(image)
        story.take(html)
        if (pictures !== undefined) gallery.set(galleryPictures(pictures))
        if (fields.links !== undefined) links.take(fields.links)
        setFieldTexts(form.current, fields)
        setRepoAddress(fieldText(form.current, 'repo'))
      },
      text: story,
      upload: storePicture,
      labels: LABELS,
      show(name, text) {
        if (name === 'image') return pictureWords(text)
        if (name === 'pictures') return galleryInWords(text)
        return name === 'links' ? readableLinks(text) : text
      },
      pictures(name, other): { mine?: string; theirs?: string } | undefined {
        const { previewUrl, removed } = picture.now()
        const mine = previewUrl ?? (removed ? undefined : stored?.url)
        return name === 'image' ? { mine, theirs: storedPicture(other)?.url ?? stored?.url } : undefined
      },
    },
    read: (id) => callApi(postCalls.readAsAdmin, { params: { id } }),
    screens: (id) => ({
      published: isNew ? paths.posts() : paths.post(id),
      scheduled: paths.adminPosts,
      draft: paths.updatePost(id),
    }),
  })
  const stored = base.image[0]
  /** The stored cover is another one of the pictures by now. */
  const isMoved = gallery.rows.some(({ picture }) => picture !== null && picture._id === stored?._id)

  async function send(on: PostFields, { status, publishAt, slug, isStatusOnly }: PublishingChoice): Promise<Saved> {
    if (!isStatusOnly) await settlePictures(story, 'story')
    const draft = isStatusOnly ? null : journal.submission()
    const sent = isStatusOnly
      ? { ...textsOf(on), picture: { ...IMAGE_UNCHANGED } }
      : { ...texts(), story: story.html(), alt: altText(), caption: captionText(), picture: picture.now() }
    const body = new FormData()
    // A draft that is public again says what it said when it was.
    if (!isStatusOnly || (on.status === 'draft' && status)) {
      for (const name of [...POST_TEXTS, 'story'] as const) body.set(name, sent[name])
      if (form.current?.elements.namedItem('alt')) body.set('alt', sent.alt)
    }
    if (status) body.set('status', status)
    if (publishAt) body.set('publishAt', publishAt)
    if (slug !== undefined) body.set('slug', slug)
    if (repoFacts.current && !isStatusOnly) body.set('repoFacts', JSON.stringify(repoFacts.current))
    const onProgress = sent.picture.original ? setProgress : undefined
    try {
      if (draft) {
        await gallery.uploaded()
        const list = await pictureList(on)
        if (list) body.set('pictures', JSON.stringify(list))
        else for (const [name, value] of await picture.sent()) body.set(name, value)
        body.set('draft', JSON.stringify(draft))
      }
      const version = journal.version()
      if (version) body.set('version', String(version))
      const answer =
        isNew && draft
          ? await sendForm(postCalls.create, { form: body, onProgress })
          : await sendForm(postCalls.update, { params: { id: journal.key() }, form: body, onProgress })
      return { ...answer, sent }
    } catch (error) {
      setProgress(null)
      throw error
    }
  }

  /** All pictures in order, where there is more to say than of one without a caption. @throws ApiError as `storePicture` */
  async function pictureList(on: PostFields) {
    const [rest, caption] = [gallery.pictures(), captionText()]
    if (rest.length === 0 && caption === '' && on.image.length < 2 && !on.image[0]?.caption) return null
    const cover = await coverPicture()
    const [first, ...others] = cover ? [cover, ...rest] : rest
    return [first, ...others].flatMap((one) => (one ? [{ id: one._id, alt: one.alt, caption: one.caption }] : []))
  }

  /** The first picture as it is chosen, stored where it was not yet. */
  async function coverPicture(): Promise<GalleryPicture | null> {
    const { original, removed } = picture.now()
    const words = { alt: altText(), caption: captionText() }
    if (original) await picture.id(setProgress).finally(() => setProgress(null))
    const chosen = storedPicture(journal.files.textOf(picture.text()))
    const cover = chosen ?? (removed ? null : base.image[0])
    return cover ? { _id: cover._id, url: cover.url, ...words } : null
  }

  function showCover({ _id, url, ...words }: GalleryPicture) {
    picture.take(pictureField({ _id, url, name: 'The picture' }))
    setFieldTexts(form.current, words)
  }

  function hasCover(): boolean {
    const { previewUrl, removed } = picture.now()
    return previewUrl !== null || (!removed && stored !== undefined && !isMoved)
  }

  async function makeCover(row: GalleryRow) {
    const before = await coverPicture()
    if (!row.picture) return
    gallery.change(
      gallery.rows.flatMap((one) => {
        if (one.key !== row.key) return one
        return before ? { ...one, key: before._id, picture: before } : []
      }),
    )
    showCover(row.picture)
  }

  /** Another picture moves up where the first one is removed. */
  function chooseCover(change: ImageChange) {
    const [next, ...rest] = gallery.pictures()
    const isRemoved = change.removed || (isMoved && !change.original)
    if (!next || !isRemoved) return picture.choose(isRemoved ? IMAGE_REMOVED : change)
    gallery.set(rest)
    showCover(next)
  }

  function sentFields({ data, sent: { alt, caption, picture: sentPicture, ...sent } }: Saved) {
    setProgress(null)
    // Unless another image has been chosen meanwhile.
    if (picture.now() === sentPicture) picture.choose(IMAGE_UNCHANGED)
    const image = data.image.map((stored, at) => (at === 0 ? { ...stored, alt, caption } : stored))
    return { ...sent, links: linksIn(sent.links), image }
  }

  const text = (name: Exclude<(typeof POST_TEXTS)[number], 'links'>, label: string) => ({
    id: `post-${name}`,
    name,
    label,
    defaultValue: initial[name],
    error: issueOf(name),
  })
  const title = <Field {...text('title', TITLE)} dir="auto" />
  const repo = (
    <UrlField
      {...text('repo', isNew ? REPOSITORY : GITHUB)}
      aside={filling.button}
      onChange={(event) => setRepoAddress(event.target.value)}
    />
  )
  const link = <UrlField {...text('link', isNew ? LINK : FULL_PROJECT)} />
  const tech = <TechField {...text('tech', TECHNOLOGIES)} inUse={techInUse} />
  const description = (
    <TextArea {...text('description', DESCRIPTION)} rows={DESCRIPTION_ROWS} className="min-h-[calc(5lh+1rem+2px)]" />
  )
  const storyField = <PostStoryField error={issueOf('story')} text={story} isReady={journal.isReady} />
  const facts = (
    <fieldset>
      <legend className="mb-4 text-sm text-muted">
        Facts under the title. Leave blank what you do not want to say.
      </legend>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {FACT_ORDER.map((name) => (
          <Field
            key={name}
            {...text(name, FACT_LABELS[name])}
            hint={FACT_HINTS[name]}
            dir="auto"
            list={name === 'state' ? 'post-states' : undefined}
          />
        ))}
      </div>
      <datalist id="post-states">
        {STATES.map((state) => (
          <option key={state} value={state} />
        ))}
      </datalist>
    </fieldset>
  )
  const moreLinks = (
    <LinkRows
      name="links"
      legend={LABELS.links}
      hint={`Up to ${POST_LINKS_MAX}: documentation, a package, a talk.`}
      isNameFirst
      {...{ max: POST_LINKS_MAX, nameMaxLength: POST_LINK_LABEL_MAX_CHARACTERS }}
      {...{ rows: links.rows, onChange: links.change, issueOf }}
    />
  )
  const image = (
    <div className="space-y-6">
      <ImageChooser
        id="post-image"
        label={isNew ? IMAGE : 'New Image'}
        hint={IMAGE_HINT}
        accept={ACCEPTED_IMAGE_TYPES}
        error={issueOf('image') ?? issueOf('imageIds')}
        altError={issueOf('alt') ?? issueOf('pictures.0.alt')}
        list={{
          caption: stored?.caption ?? '',
          captionError: issueOf('pictures.0.caption') ?? issueOf('pictures'),
          onMore: gallery.add,
        }}
        current={stored && !isMoved ? { ...stored, backdrop: backdropOf(stored.placeholder) } : null}
        change={picture.change}
        onChange={chooseCover}
        problemOf={imageTypeProblem}
        progress={progress}
      />
      <PictureList
        {...{ gallery, accept: ACCEPTED_IMAGE_TYPES, issueOf }}
        onMakeCover={(row) => void makeCover(row)}
        cover={storedPicture(picture.text())?._id ?? stored?._id}
        onStored={(chosen) => (hasCover() ? gallery.set([...gallery.pictures(), chosen]) : showCover(chosen))}
      />
    </div>
  )

  const shown = frame(
    FIELDS,
    isNew ? (
      <>
        {title}
        {repo}
        {link}
        {tech}
        {description}
        {storyField}
        {facts}
        {moreLinks}
        {image}
      </>
    ) : (
      <>
        {image}
        {title}
        {repo}
        {link}
        {description}
        {storyField}
        {tech}
        {facts}
        {moreLinks}
        <ButtonLink href={paths.adminPosts}>{ADMIN_PANEL}</ButtonLink>
      </>
    ),
  )
  return (
    <>
      {shown}
      {filling.dialog}
    </>
  )
}
