import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { withProtocol } from '@/lib/http/with-protocol'
import { PopoverField, PopoverForm, useAddressField } from './form-parts'

const NOTHING = 'Enter the address of a video.'
const NO_VIDEO = 'This video cannot be shown. Use the address of a YouTube or Vimeo page, or of an .mp4 or .webm file.'

type VideoFormProps = { editor: Editor; onDone: () => void }

export function VideoForm({ editor, onDone }: VideoFormProps) {
  const address = useAddressField()
  const [title, setTitle] = useState('')

  const submit = () => {
    if (editor.commands.insertVideo({ address: withProtocol(address.value), title: title.trim() })) onDone()
    else address.setError(address.value.trim() === '' ? NOTHING : NO_VIDEO)
  }

  return (
    <PopoverForm onSubmit={submit}>
      <PopoverField
        label="Address"
        hint="YouTube, Vimeo, or a video file."
        {...address.props}
        placeholder="https://www.youtube.com/watch?v="
      />
      <PopoverField
        label="Title"
        hint="Describe the video for people who cannot see it."
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="solid" onClick={submit}>
          Insert video
        </Button>
      </div>
    </PopoverForm>
  )
}
