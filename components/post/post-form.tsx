'use client'

import { useRef, useState } from 'react'
import { TechField } from '@/components/content/tech-field'
import { type ContentFields, UNSAVED, useContentForm } from '@/components/content/use-content-form'
import { pictureWords, storePicture, useFormPicture } from '@/components/content/use-picture'
import { fieldText, fieldTexts, setFieldText, setFieldTexts } from '@/components/content/writing-form'
import { POST_LABELS, postConflict } from '@/components/post/post-form-conflict'
import { ButtonLink } from '@/components/ui/button'
import { Field, TextArea } from '@/components/ui/form/field'
import { IMAGE_UNCHANGED, type ImageChange, ImageChooser } from '@/components/ui/form/image-chooser'
import { UrlField } from '@/components/ui/form/url-field'
import { callApi, sendForm } from '@/lib/calls/client'
import { FACT_LABELS, NO_FACTS, POST_FACTS, POST_TEXTS, type PostFacts } from '@/lib/content/post-facts'
import { ACCEPTED_IMAGE_TYPES, IMAGE_HINT, imageTypeProblem } from '@/lib/media/accepted-types'
import { backdropOf } from '@/lib/media/backdrop'
import { type PostWritten, postCalls } from '@/lib/post/calls'
import type { AdminPost } from '@/lib/post/schema'
import type { PreviewLink } from '@/lib/preview/schema'
import type { PublishingChoice } from '@/lib/publishing/status'
import { paths } from '@/lib/routes/paths'
import { ADMIN_PANEL, FULL_PROJECT } from '@/lib/texts/constants'
import {
  DESCRIPTION,
  DESCRIPTION_ROWS,
  GITHUB,
  IMAGE,
  LINK,
  POST_CREATED,
  REPOSITORY,
  TITLE,
} from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'
import type { FormCopy } from '@/lib/working-copy/schema'

/** The initial values: a stored project, or blank. */
export type PostFields = Pick<AdminPost, (typeof POST_TEXTS)[number] | 'image'> & ContentFields

/** The server's answer, and the form's values at the time of sending. */
type Saved = PostWritten & {
  sent: Pick<PostFields, (typeof POST_TEXTS)[number]> & { alt: string; picture: ImageChange }
}

const BLANK: PostFields = {
  ...{ ...UNSAVED, ...NO_FACTS },
  ...{ title: '', description: '', repo: '', link: '', tech: '', image: [] },
}

const FACT_HINTS: PostFacts = {
  role: 'What you did: “Design and code, alone”.',
  forWhom: 'A client, an employer, yourself.',
  period: '“March to August 2024”, say.',
  state: '“In use by 40 people”, “Archived”.',
}

const FIELDS = [...POST_TEXTS, 'image', 'imageIds', 'alt'] as const

type PostFormProps = {
  post?: AdminPost
  from: FormCopy
  /** The technologies of all notes and projects, most used first. */
  techInUse: string[]
  previewLinks?: PreviewLink[]
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
  const initial: PostFields = post ?? BLANK
  const texts = () => fieldTexts(form.current, POST_TEXTS)
  const altText = () => fieldText(form.current, 'alt')
  const { journal, base, issueOf, frame } = useContentForm<PostFields, Saved>({
    ...{ kind: 'post', calls: postCalls, form, row: initial, from, previewLinks, send, sentFields },
    journal: {
      fieldsOf: ({ title, repo, link, tech, role, forWhom, period, state, description, image }) => ({
        ...{ title, repo, link, tech, role, forWhom, period, state, description, image: '' },
        alt: image[0]?.alt ?? '',
      }),
      pictureOf: ({ image }) => image[0]?.url,
      read: () => ({ ...texts(), image: picture.text(), alt: altText() }),
      write({ image = '', ...fields }) {
        picture.take(image)
        setFieldTexts(form.current, fields)
      },
      upload: storePicture,
      labels: POST_LABELS,
      show: (name, text) => (name === 'image' ? pictureWords(text) : text),
    },
    read: (id) => callApi(postCalls.readAsAdmin, { params: { id } }),
    created: POST_CREATED,
    screens: (id) => ({
      published: isNew ? paths.posts() : paths.post(id),
      scheduled: paths.adminPosts,
      draft: paths.updatePost(id),
    }),
    conflicts: (current, base) => postConflict(texts(), { ...picture.change, alt: altText() }, base, current),
    take(current, choice) {
      const chosen = POST_TEXTS.filter((name) => choice[name] === 'theirs').map((name) => [name, current[name]])
      setFieldTexts(form.current, Object.fromEntries(chosen))
      if (choice.image !== 'theirs') return
      picture.choose(IMAGE_UNCHANGED)
      setFieldText(form.current, 'alt', current.image[0]?.alt ?? '')
    },
  })
  const stored = base.image[0]

  async function send(on: PostFields, { status, publishAt, slug, isStatusOnly }: PublishingChoice): Promise<Saved> {
    const sent = isStatusOnly
      ? { ...on, alt: on.image[0]?.alt ?? '', picture: { ...IMAGE_UNCHANGED } }
      : { ...texts(), alt: altText(), picture: picture.now() }
    const { name: chosen, removed } = sent.picture
    const body = new FormData()
    // A draft that is public again says what it said when it was.
    if (!isStatusOnly || (on.status === 'draft' && status)) {
      for (const name of POST_TEXTS) body.set(name, sent[name])
      if (form.current?.elements.namedItem('alt')) body.set('alt', sent.alt)
      if (removed) body.set('imageIds', '')
    }
    if (status) body.set('status', status)
    if (publishAt) body.set('publishAt', publishAt)
    if (slug !== undefined) body.set('slug', slug)
    const update = ({ _id, version }: { _id: string; version: number }) => {
      body.set('version', String(version))
      return sendForm(postCalls.update, { params: { id: _id }, form: body })
    }
    try {
      if (chosen !== null) body.set('imageIds', await picture.id(setProgress))
      const row = await journal.settled(on)
      const answer = await (row ? update(row) : sendForm(postCalls.create, { form: body }))
      return { ...answer, sent }
    } catch (error) {
      setProgress(null)
      throw error
    }
  }

  function sentFields({ data, sent: { alt, picture: sentPicture, ...sent } }: Saved) {
    setProgress(null)
    // Unless another image has been chosen meanwhile.
    if (picture.now() === sentPicture) picture.choose(IMAGE_UNCHANGED)
    return { ...sent, image: data.image.slice(0, 1).map((stored) => ({ ...stored, alt })) }
  }

  const text = (name: (typeof POST_TEXTS)[number], label: string) => ({
    id: `post-${name}`,
    name,
    label,
    defaultValue: initial[name],
    error: issueOf(name),
  })
  const title = <Field {...text('title', TITLE)} dir="auto" />
  const repo = <UrlField {...text('repo', isNew ? REPOSITORY : GITHUB)} />
  const link = <UrlField {...text('link', isNew ? LINK : FULL_PROJECT)} />
  const tech = <TechField {...text('tech', TECHNOLOGIES)} inUse={techInUse} />
  const description = (
    <TextArea {...text('description', DESCRIPTION)} rows={DESCRIPTION_ROWS} className="min-h-[calc(5lh+1rem+2px)]" />
  )
  const facts = (
    <fieldset>
      <legend className="mb-4 text-sm text-muted">
        Facts under the title. Leave blank what you do not want to say.
      </legend>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {POST_FACTS.map((name) => (
          <Field key={name} {...text(name, FACT_LABELS[name])} hint={FACT_HINTS[name]} dir="auto" />
        ))}
      </div>
    </fieldset>
  )
  const image = (
    <ImageChooser
      id="post-image"
      label={isNew ? IMAGE : 'New Image'}
      hint={IMAGE_HINT}
      accept={ACCEPTED_IMAGE_TYPES}
      error={issueOf('image') ?? issueOf('imageIds')}
      altError={issueOf('alt')}
      current={stored ? { ...stored, backdrop: backdropOf(stored.placeholder) } : null}
      change={picture.change}
      onChange={picture.choose}
      problemOf={imageTypeProblem}
      progress={progress}
    />
  )

  return frame(
    FIELDS,
    isNew ? (
      <>
        {title}
        {repo}
        {link}
        {tech}
        {description}
        {facts}
        {image}
      </>
    ) : (
      <>
        {image}
        {title}
        {repo}
        {link}
        {description}
        {tech}
        {facts}
        <ButtonLink href={paths.adminPosts}>{ADMIN_PANEL}</ButtonLink>
      </>
    ),
  )
}
