import type { Editor } from '@tiptap/core'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { pressedKey } from '@/components/ui/pressed-key'
import { makeFormula, TEX_MAX_CHARACTERS } from '@/lib/rich-text/formula'
import { normaliseTex } from '@/packages/convert/tex'
import { drawnFormula, selectedFormula } from './extensions/formula'
import { CHECK_CLASS, ERROR_CLASS, FIELD_CLASS, PopoverForm } from './form-parts'
import { loadFormulas } from './on-demand'

const NOTHING = 'Write a formula in TeX.'

type FormulaFormProps = { editor: Editor; onDone: () => void }

export function FormulaForm({ editor, onDone }: FormulaFormProps) {
  const ids = { tex: useId(), error: useId(), block: useId() }
  const [current] = useState(() => selectedFormula(editor)?.node)
  const [tex, setTex] = useState(() => String(current?.attrs.tex ?? ''))
  const [isBlock, setBlock] = useState(
    current ? current.type.name === 'formulaBlock' : editor.state.selection.$from.parent.content.size === 0,
  )
  const [error, setError] = useState<string | null>(null)

  const isDone = useRef(false)
  const submit = async () => {
    await loadFormulas()
    if (isDone.current) return
    const made = makeFormula(normaliseTex(tex), isBlock)
    if (tex.trim() === '') return setError(NOTHING)
    if ('problem' in made) return setError(made.problem)
    isDone.current = true
    editor.commands.setFormula({ tex, isBlock })
    onDone()
  }

  return (
    <PopoverForm onSubmit={submit}>
      <div className={FIELD_CLASS}>
        <label htmlFor={ids.tex} className="font-medium">
          TeX
        </label>
        <textarea
          id={ids.tex}
          rows={3}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          data-autofocus
          maxLength={TEX_MAX_CHARACTERS}
          placeholder="E = mc^2"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? ids.error : undefined}
          className={`${CONTROL_CLASS} font-mono`}
          value={tex}
          onChange={(event) => {
            setTex(event.target.value)
            setError(null)
          }}
          onKeyDown={(event) => {
            if (pressedKey(event) !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            submit()
          }}
        />
        {error && (
          <p id={ids.error} role="alert" className={ERROR_CLASS}>
            {error}
          </p>
        )}
      </div>
      <Preview tex={tex} isBlock={isBlock} />
      <label htmlFor={ids.block} className={CHECK_CLASS}>
        <input id={ids.block} type="checkbox" checked={isBlock} onChange={(event) => setBlock(event.target.checked)} />
        On a line of its own
      </label>
      <div className="flex flex-wrap gap-2">
        <Button variant="solid" onClick={submit}>
          {current ? 'Change formula' : 'Insert formula'}
        </Button>
      </div>
    </PopoverForm>
  )
}

/** Shows the last valid formula while the next one is incomplete. */
function Preview({ tex, isBlock }: { tex: string; isBlock: boolean }) {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const source = normaliseTex(tex)
    let isCurrent = true
    void loadFormulas().then(() => {
      if (!isCurrent) return
      if (source === '') holder.current?.replaceChildren()
      else if ('math' in makeFormula(source, isBlock)) holder.current?.replaceChildren(drawnFormula(source, isBlock))
    })
    return () => {
      isCurrent = false
    }
  }, [tex, isBlock])
  return <div ref={holder} role="img" aria-label="Preview" className="rich-text min-h-10 overflow-x-auto text-center" />
}
