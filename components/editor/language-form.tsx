import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { languageName, typedLanguageTag } from '@/lib/rich-text/language'
import { selectedLanguage } from './extensions/language'
import { PopoverField, PopoverForm } from './form-parts'

const OFFERED = ['en', 'ar', 'zh', 'fr', 'de', 'he', 'hi', 'it', 'ja', 'la', 'pt', 'ru', 'es']
const NO_TAG = 'That is not a language code. Examples are pt-BR, grc and zh-Hant.'

type LanguageFormProps = { editor: Editor; onDone: () => void }

/** Sets the language of the selected words or blocks, which screen readers, hyphenation and translators go by. */
export function LanguageForm({ editor, onDone }: LanguageFormProps) {
  const [current] = useState(() => selectedLanguage(editor.state))
  const isOffered = current === null || OFFERED.includes(current)
  const [code, setCode] = useState(isOffered ? '' : current)
  const [error, setError] = useState<string | null>(null)

  const choose = (tag: string | null) => {
    editor.commands.setLanguage(tag)
    onDone()
  }
  const submit = () => {
    const tag = typedLanguageTag(code)
    if (tag === null) setError(NO_TAG)
    else choose(tag)
  }

  return (
    <PopoverForm onSubmit={submit}>
      <div className="grid grid-cols-3 gap-1.5 *:px-1! *:first:col-span-full *:aria-pressed:border-accent! *:aria-pressed:text-accent!">
        <Button aria-pressed={current === null} onClick={() => choose(null)}>
          As the text around it
        </Button>
        {OFFERED.map((tag) => (
          <Button key={tag} aria-pressed={tag === current} onClick={() => choose(tag)}>
            {languageName(tag)}
          </Button>
        ))}
      </div>
      <PopoverField
        label="Or its code"
        hint="Such as pt-BR (BCP 47). Of the selected words; without a selection, of the paragraph."
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.target.value)
          setError(null)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="solid" onClick={submit}>
          Set language
        </Button>
      </div>
    </PopoverForm>
  )
}
