import { largestCandidate } from './srcset'

/* What the marks of editors, sites, generators and highlighters mean, for texts that are imported as for those pasted. */

/** Reads an attribute of an element; null or undefined where it has none. */
export type Attributes = (name: string) => string | null | undefined

export type CalloutKind = 'note' | 'tip' | 'warning'

/** The words that programs name their boxes with. */
const NOTE = words('note info information informational important primary example abstract summary neutral')
const TIP = words('tip success hint done idea check')
const WARNING = words('warning warn caution danger error attention critical bug fail failure deprecated')
const BOXES = words(
  // GitHub and GitLab; Docusaurus, MkDocs, Sphinx, Asciidoctor; VitePress; Starlight; Obsidian
  `markdown-alert admonition theme-admonition admonitionblock custom-block hint-container starlight-aside callout
   confluence-information-macro notice-block kg-callout-card wp-block-callout`,
)
/** Jira, Obsidian and Hashnode have their boxes by attributes. */
const BOX_ATTRIBUTES = ['data-callout', 'data-callout-type', 'data-panel-type']
/** What says which kind a box is of, and the classes in it that say only that it is one. */
const KIND_ATTRIBUTES = [...BOX_ATTRIBUTES, 'data-type', 'class']
const BOX_NAMES = /information-macro|hint-container/g

/** `[!NOTE]- ` at the beginning of a quotation, as GitHub and Obsidian have it. */
export const ALERT = /^\s*\[!([\w -]{1,40})\][+-]?[ \t]*/

/** Where pages have a picture until somebody scrolls to it; it comes before what stands in its place. */
const LATER = [
  ...['data-src', 'data-lazy-src', 'data-original', 'data-original-src', 'data-lazy', 'data-ll-src', 'data-echo'],
  ...['data-actualsrc', 'data-image-src', 'data-hi-res-src', 'data-full-src', 'data-large-src', 'data-cfsrc'],
]
export const LATER_SETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set']
/** The same picture, for one that shows none. */
export const SAME_PICTURE = ['data-orig-file', 'data-large-file', 'data-canonical-src']
/** What pages call a file that stands in the place of a picture. */
const PLACEHOLDER =
  /^(?:blank|placeholder|spacer|transparent|pixel|1x1|lazy|lazyload|lazyloader|loading|loader|gr[ae]y|empty|clear|trans)\d{0,4}$/

/** Before the name of a language in a class: those that say nothing else, and those that also say other things. */
const LANGUAGE =
  /^(?:language|lang|highlight-source|highlight-text|mw-highlight-lang|highlight-lang|brush:|src|sourcecode:)-?(.+)$/
const PERHAPS_LANGUAGE = /^(?:highlight|type)-(.+)$/
const LANGUAGE_ATTRIBUTES = [
  ...['data-language', 'data-lang', 'data-code-language', 'data-code-lang', 'data-code-block-lang'],
  ...['data-enlighter-language', 'data-syntax', 'data-mode'],
]
const NO_LANGUAGE = words('none auto default undefined null unknown notranslate wrap')
const GUTTER =
  /(?:^|[\s_-])(?:line-?_?nu?m(?:ber)?s?|line-?_?nos?|line-numbers-rows|gutters?|gl|lnt?|ln-n|crayon-nums?|blob-num|file-line-num|code-line-number)(?:[\s_-]|$)/i
/** Numbers, and the signs that stand beside them: of changes, folded parts and break points. */
const NUMBERS = /^[\s\d.:|+\-−•›▾▸]*$/u

function words(list: string): Set<string> {
  return new Set(list.split(/\s+/))
}

/** The kind of callout that a name says, such as `admonition-danger`; null where it says none. */
export function namedCallout(name: string): CalloutKind | null {
  const stated = name
    .toLowerCase()
    .replace(BOX_NAMES, '')
    .split(/[\s_-]+/)
  if (stated.some((word) => WARNING.has(word))) return 'warning'
  if (stated.some((word) => TIP.has(word))) return 'tip'
  return stated.some((word) => NOTE.has(word)) ? 'note' : null
}

/** The kind of a callout by its name, whatever that is. */
export function calloutKindOf(name: string): CalloutKind {
  return namedCallout(name) ?? 'note'
}

/** The kind of a box that another system draws around a text; null for any other element. */
export function calloutBox(get: Attributes): CalloutKind | null {
  const classes = (get('class') ?? '').split(/\s+/)
  const isBox =
    classes.some((name) => BOXES.has(name)) ||
    (classes.includes('alert') && classes.some((name) => name.startsWith('alert-'))) ||
    BOX_ATTRIBUTES.some((name) => typeof get(name) === 'string') ||
    get('data-node-type') === 'callout'
  if (!isBox) return null
  const kinds = KIND_ATTRIBUTES.map((name) => namedCallout(get(name) ?? ''))
  return kinds.find((kind) => kind !== null) ?? 'note'
}

/** Whether an address is of something that stands in the place of a picture. */
export function isSubstitute(source: string): boolean {
  return source.trim() === '' || /^(?:data|about):/i.test(source.trim()) || isPlaceholderFile(source)
}

function isPlaceholderFile(address: string): boolean {
  const [path = ''] = address.toLowerCase().split(/[?#]/)
  const parts = path.slice(path.lastIndexOf('/') + 1).split(/[._-]/)
  return parts.length > 1 && parts.slice(0, -1).some((part) => PLACEHOLDER.test(part))
}

/** The addresses that a picture gets once somebody scrolls to it. */
export function laterAddresses(get: Attributes): string[] {
  const addresses = LATER.map((name) => get(name) ?? '')
  const sets = LATER_SETS.map((name) => largestCandidate(get(name) ?? ''))
  return [...addresses, ...sets].filter((address) => address !== '' && !isPlaceholderFile(address))
}

/** True for a ticked task, false for an open one, by what is said of a list's item; null for no task. */
export function taskState(get: Attributes): boolean | null {
  const names = ['data-task-state', 'data-checked', 'data-list', 'data-task']
  const stated = names.map((name) => get(name)?.toLowerCase()).find((value) => value !== undefined)
  return stated === undefined || stated === 'bullet' || stated === 'ordered'
    ? null
    : /^(?:done|true|checked|x)$/.test(stated)
}

/**
 * The names of languages that an element may say, the likeliest first.
 * @param isCode whether it is of code and nothing else, so that any class may be one
 */
export function languageNames(get: Attributes, isCode: boolean): Array<{ name: string; isSure: boolean }> {
  const classes = (get('class') ?? '')
    .toLowerCase()
    .replace(/brush:\s/g, 'brush:')
    .replace(/sourcecode\s+/g, 'sourcecode:')
    .split(/[\s;]+/)
  const names = [
    ...classes.map((word) => ({ name: LANGUAGE.exec(word)?.[1], isSure: true })),
    ...classes.map((word) => ({ name: PERHAPS_LANGUAGE.exec(word)?.[1], isSure: false })),
    ...LANGUAGE_ATTRIBUTES.map((name) => ({ name: get(name), isSure: true })),
    ...(isCode ? classes.map((name) => ({ name, isSure: false })) : []),
    // GitHub and GitLab write the language of code where others write that of words.
    ...(isCode ? [{ name: get('lang'), isSure: false }] : []),
  ]
  return names.flatMap(({ name, isSure }) => {
    // "text-html-basic" of GitHub, "js{1,3}" and "ts:file.ts" of site generators.
    const [word = ''] = (name ?? '')
      .toLowerCase()
      .replace(/^html-basic$/, 'html')
      .split(/[{:,\s]/)
    return word === '' || NO_LANGUAGE.has(word) ? [] : [{ name: word, isSure }]
  })
}

/** Whether an element in or beside code holds the numbers of its lines. */
export function isGutter(get: Attributes, text: string): boolean {
  return NUMBERS.test(text) && (typeof get('data-line-number') === 'string' || GUTTER.test(get('class') ?? ''))
}
