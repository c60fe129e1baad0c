'use client'

import { useRef, useState } from 'react'
import { settlePictures, useRichText } from '@/components/content/rich-text-field'
import { TechField } from '@/components/content/tech-field'
import { type ContentFields, UNSAVED, useContentForm } from '@/components/content/use-content-form'
import { pictureWords, storePicture, useFormPicture } from '@/components/content/use-picture'
import { fieldText, fieldTexts, setFieldTexts } from '@/components/content/writing-form'
import { useRepositoryFill } from '@/components/post/fill-from-repository'
import { PostStoryField } from '@/components/post/post-story-field'
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
import { type FormCopy, storedPicture } from '@/lib/working-copy/schema'

/** The initial values: a stored project, or blank. */
export type PostFields = Pick<AdminPost, (typeof POST_TEXTS)[number] | 'story' | 'image'> & ContentFields

/** The server's answer, and the form's values at the time of sending. */
type Saved = PostWritten & {
  sent: Pick<PostFields, (typeof POST_TEXTS)[number] | 'story'> & { alt: string; picture: ImageChange }
}

const BLANK: PostFields = {
  ...{ ...UNSAVED, ...NO_FACTS },
  ...{ title: '', description: '', story: '', repo: '', link: '', tech: '', image: [] },
}

const FACT_HINTS: PostFacts = {
  role: 'What you did: “Design and code, alone”.',
  forWhom: 'A client, an employer, yourself.',
  period: '“March to August 2024”, say.',
  state: '“In use by 40 people”, “Archived”.',
}

const LABELS = {
  ...{ title: TITLE, repo: GITHUB, link: FULL_PROJECT, tech: TECHNOLOGIES, description: DESCRIPTION, story: STORY },
  ...{ ...FACT_LABELS, image: IMAGE, alt: 'Alt text' },
}
const FIELDS = [...POST_TEXTS, 'story', 'image', 'imageIds', 'alt'] as const

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
  const [repoAddress, setRepoAddress] = useState(initial.repo)
  const repoFacts = useRef<RepositoryFacts | null>(null)
  const filling = useRepositoryFill({
    ...{ address: repoAddress, id: post?._id, labels: LABELS },
    current: () => {
      const fields = FILLED_FIELDS.filter((name) => form.current?.elements.namedItem(name))
      return fieldTexts(form.current, fields)
    },
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
  const texts = () => fieldTexts(form.current, POST_TEXTS)
  const altText = () => fieldText(form.current, 'alt')
  const story = useRichText(initial.story, () => {
    journal.touch()
    correct('story')
  })
  const { journal, base, issueOf, correct, frame } = useContentForm<PostFields, Saved>({
    ...{ kind: 'post', calls: postCalls, form, row: initial, from, previewLinks, send, sentFields },
    journal: {
      fieldsOf: ({ title, repo, link, tech, role, forWhom, period, state, description, story, image }) => ({
        ...{ title, repo, link, tech, role, forWhom, period, state, description, story, image: '' },
        alt: image[0]?.alt ?? '',
      }),
      pictureOf: ({ image }) => image[0]?.url,
      read: () => ({ ...texts(), story: story.html(), image: picture.text(), alt: altText() }),
      write({ image = '', story: html = '', ...fields }) {
        picture.take(image)
        story.take(html)
        setFieldTexts(form.current, fields)
        setRepoAddress(fieldText(form.current, 'repo'))
      },
      text: story,
      upload: storePicture,
      labels: LABELS,
      show: (name, text) => (name === 'image' ? pictureWords(text) : text),
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

  async function send(on: PostFields, { status, publishAt, slug, isStatusOnly }: PublishingChoice): Promise<Saved> {
    if (!isStatusOnly) await settlePictures(story, 'story')
    const draft = isStatusOnly ? null : journal.submission()
    const sent = isStatusOnly
      ? { ...on, alt: on.image[0]?.alt ?? '', picture: { ...IMAGE_UNCHANGED } }
      : { ...texts(), story: story.html(), alt: altText(), picture: picture.now() }
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
        for (const [name, value] of await picture.sent()) body.set(name, value)
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
  const told = <PostStoryField error={issueOf('story')} text={story} isReady={journal.isReady} />
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

  const shown = frame(
    FIELDS,
    isNew ? (
      <>
        {title}
        {repo}
        {link}
        {tech}
        {description}
        {told}
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
        {told}
        {tech}
        {facts}
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
