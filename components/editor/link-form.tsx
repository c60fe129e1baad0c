import type { Editor } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { selectedFigure } from './extensions/figure'
import { PopoverField, PopoverForm, useAddressField } from './form-parts'
import { typedAddress } from './typed-address'

const NO_ADDRESS = 'Enter the address of the link.'
const NOT_ALLOWED =
  'That is not a link address. It starts with https://, http://, mailto: or tel:, or with / for a page of this site.'

type LinkFormProps = { editor: Editor; onDone: () => void }

/** Adds, changes or removes the link on the selection; with an empty selection, inserts the address as text. */
export function LinkForm({ editor, onDone }: LinkFormProps) {
  const [current] = useState(() => String((figureOf(editor)?.node.attrs ?? editor.getAttributes('link')).href ?? ''))
  const address = useAddressField(current)
  const typed = address.value.trim()

  const submit = () => {
    const href = typedAddress(typed)
    if (href === null) return address.setError(typed === '' ? NO_ADDRESS : NOT_ALLOWED)
    const { selection } = editor.state
    if (figureOf(editor)) setFigureLink(editor, href)
    else if (selection.empty && current === '') {
      editor.commands.insertContent([{ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }])
    } else {
      editor.chain().extendMarkRange('link').setLink({ href }).run()
      // Back to the previous selection instead of the whole link.
      const { from, to } = selection
      if (selection instanceof TextSelection) editor.commands.setTextSelection({ from, to })
    }
    onDone()
  }

  return (
    <PopoverForm onSubmit={submit}>
      <PopoverField label="Address" {...address.props} />
      <div className="flex flex-wrap gap-2">
        <Button variant="solid" onClick={submit}>
          {current === '' ? 'Insert link' : 'Change link'}
        </Button>
        {current !== '' && (
          <Button
            onClick={() => {
              if (figureOf(editor)) setFigureLink(editor, null)
              else editor.chain().extendMarkRange('link').unsetLink().run()
              onDone()
            }}
          >
            Remove link
          </Button>
        )}
      </div>
    </PopoverForm>
  )
}

/** A figure keeps the link of its picture itself; in its caption a link is one of the words. */
function figureOf({ state }: Editor) {
  return state.selection instanceof NodeSelection ? selectedFigure(state) : null
}

function setFigureLink({ state, view }: Editor, href: string | null): void {
  view.dispatch(state.tr.setNodeAttribute(state.selection.from, 'href', href))
}
