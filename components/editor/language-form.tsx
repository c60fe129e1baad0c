import type { Editor } from '@tiptap/core'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { languageName, typedLanguageTag } from '@/lib/rich-text/language'
import { selectedLanguage } from './extensions/language'
import { PopoverField, PopoverForm } from './form-parts'

const SUGGESTED = ['en', 'ar', 'zh', 'fr', 'de', 'he', 'hi', 'it', 'ja', 'la', 'pt', 'ru', 'es']
const NO_TAG = 'That is not a language code. Examples are pt-BR, grc and zh-Hant.'

type LanguageFormProps = { editor: Editor; onDone: () => void }

/** Sets the language of the selected words or blocks, which screen readers, hyphenation and translators go by. */
export function LanguageForm({ editor, onDone }: LanguageFormProps) {
  const suggestedId = useId()
  const [code, setCode] = useState(() => selectedLanguage(editor.state) ?? '')
  const [error, setError] = useState<string | null>(null)

  const submit = () => {
    const tag = typedLanguageTag(code)
    if (tag === null && code.trim() !== '') return setError(NO_TAG)
    editor.commands.setLanguage(tag)
    onDone()
  }

  return (
    <PopoverForm onSubmit={submit}>
      <PopoverField
        label="Language code"
        hint="Such as fr or pt-BR (BCP 47); empty for that of the text around it. Of the selected words; without a selection, of the paragraph."
        list={suggestedId}
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
      <datalist id={suggestedId}>
        {SUGGESTED.map((tag) => (
          <option key={tag} value={tag}>
            {languageName(tag)}
          </option>
        ))}
      </datalist>
      <div className="flex flex-wrap gap-2">
        <Button variant="solid" onClick={submit}>
          Set language
        </Button>
      </div>
    </PopoverForm>
  )
}
