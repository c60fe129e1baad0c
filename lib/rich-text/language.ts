const CODE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i

/** A language tag (BCP 47) as stored in `lang`: "fr", "pt-BR", "zh-Hant"; null for anything else. */
export function languageTag(value: string | null | undefined): string | null {
  const tag = (value ?? '').trim()
  return CODE.test(tag) ? tag : null
}

/** A tag a person has typed, in its usual form; null when it is none. */
export function typedLanguageTag(value: string): string | null {
  const tag = languageTag(value)
  if (tag === null) return null
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** The English name of a language; the tag itself for one without a name. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
