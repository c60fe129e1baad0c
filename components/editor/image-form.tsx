import type { Editor } from '@tiptap/core'
import { useRef, useState } from 'react'
import { nameOfStored, StoredPictures } from '@/components/picture-chooser/stored-pictures'
import { Button } from '@/components/ui/button'
import { prepareImage } from '@/lib/browser/prepare-image'
import { IMAGE_DESCRIPTION_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { ACCEPTED_IMAGE_NAMES, ACCEPTED_IMAGE_TYPES, imageProblem } from '@/lib/media/accepted-types'
import type { OfferedPicture } from '@/lib/media/schema'
import { webAddress } from '@/lib/rich-text/address'
import { ALT_TEXT_HINT, REPLACE_PICTURE } from '@/lib/texts/form-constants'
import { replacePicture, selectedPicture } from './extensions/pictures'
import type { PositionedNode } from './extensions/selected-blocks'
import { insertPicture } from './extensions/uploads'
import { ERROR_CLASS, FIELD_CLASS, HINT_CLASS, PopoverField, PopoverForm, useAddressField } from './form-parts'

const NOTHING = 'Choose a picture, or enter its address.'
const NOT_ALLOWED = 'That is not a picture address. It starts with https:// or http://, or with / for this site.'

type ImageFormProps = {
  editor: Editor
  /** Of the selected picture. */
  isReplacement?: boolean
  onDone: () => void
}

/** Inserts an image, or replaces one: by a file, which is uploaded, a stored one, or an address. */
export function ImageForm({ editor, isReplacement = false, onDone }: ImageFormProps) {
  const file = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const [stored, setStored] = useState<OfferedPicture | null>(null)
  const address = useAddressField()
  const [alt, setAlt] = useState('')
  const [fileError, setFileError] = useState<string | null>(null)
  const [preparing, setPreparing] = useState<File | null>(null)
  const latest = useRef<File | null>(null)

  const choose = async (files: FileList | null) => {
    const [first] = files ?? []
    if (!first) return
    latest.current = first
    chooseStored(null)
    setPreparing(first)
    setFileError(null)
    const prepared = await prepareImage(first)
    // Another file has been chosen since.
    if (latest.current !== first) return
    setPreparing(null)
    const problem = imageProblem(prepared)
    setFileError(problem)
    setChosen(problem === null ? prepared : null)
    address.setError(null)
  }

  /** Its description becomes the alt text, unless another was typed. */
  function chooseStored(picture: OfferedPicture | null) {
    setStored(picture)
    if (alt.trim() === '' || alt === stored?.alt) setAlt(picture?.alt ?? '')
    if (picture === null) return
    latest.current = null
    setChosen(null)
    setPreparing(null)
    setFileError(null)
    address.setError(null)
  }

  const submit = () => {
    if (preparing) return
    const replaced = isReplacement ? selectedPicture(editor.state) : null
    if (chosen) {
      editor.commands.uploadPictures([chosen], replaced ? inPlaceOf(replaced) : { alt: alt.trim() })
      return onDone()
    }
    const src = stored ? stored.url : webAddress(address.value)
    const isAddress = src !== null && (/^\.{0,2}\//.test(src) || (URL.canParse(src) && src.includes('://')))
    if (!isAddress) return address.setError(address.value.trim() === '' ? NOTHING : NOT_ALLOWED)
    const picture = { src, width: stored?.width ?? null, height: stored?.height ?? null }
    const described = { ...picture, alt: alt.trim() || null }
    if (replaced) editor.view.dispatch(replacePicture(editor.state.tr, replaced.pos, picture))
    else if (stored) insertPicture(editor, described)
    else editor.commands.insertContent({ type: 'image', attrs: described })
    onDone()
  }

  return (
    <PopoverForm onSubmit={submit}>
      <div className={FIELD_CLASS}>
        <input
          ref={file}
          type="file"
          accept={ACCEPTED_IMAGE_TYPES}
          aria-label="Picture file"
          tabIndex={-1}
          className="pointer-events-none absolute size-px opacity-0"
          onChange={(event) => choose(event.target.files)}
        />
        <div className="flex flex-wrap gap-2">
          <Button data-autofocus aria-describedby="editor-picture-kinds" onClick={() => file.current?.click()}>
            {chosen ? 'Choose another picture' : 'Choose a picture'}
          </Button>
          <StoredPictures use="text" onChoose={chooseStored} />
        </div>
        <p role="status" className="wrap-anywhere empty:hidden">
          {preparing ? `Preparing ${preparing.name} …` : (chosen?.name ?? (stored && nameOfStored(stored)))}
        </p>
        {stored && (
          // biome-ignore lint/performance/noImgElement: a stored picture, small
          <img src={stored.preview} alt="" className="max-h-32 rounded-plate border border-line bg-surface" />
        )}
        {fileError && (
          <p role="alert" className={ERROR_CLASS}>
            {fileError}
          </p>
        )}
        <p id="editor-picture-kinds" className={HINT_CLASS}>
          {ACCEPTED_IMAGE_NAMES}. Pictures can also be pasted or dropped into the text.
        </p>
      </div>
      {!chosen && !stored && !preparing && <PopoverField label="Or its address" {...address.props} />}
      {isReplacement ? (
        <p className={HINT_CLASS}>The alt text, caption, width and placement stay as they are.</p>
      ) : (
        <PopoverField
          label="Alt text"
          hint={ALT_TEXT_HINT}
          maxLength={IMAGE_DESCRIPTION_MAX_CHARACTERS}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="solid" busy={preparing !== null} onClick={submit}>
          {isReplacement ? REPLACE_PICTURE : 'Insert picture'}
        </Button>
      </div>
    </PopoverForm>
  )
}

function inPlaceOf({ node, pos }: PositionedNode) {
  return { alt: String(node.attrs.alt ?? ''), replaces: String(node.attrs.src), pos: pos + node.nodeSize }
}
