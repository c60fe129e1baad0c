import { headingId } from '../html/links'
import { extensionOf, fileName, folderOf, isPicture, joinPath, withoutExtension } from '../source/names'
import { escaped } from '../source/scan'
import { outsideCode } from './outside-code'

const DEPTH_MAX = 5
/** Of all that embedding may add to one note. */
const GROWTH_MAX = 500_000

/** The files of a vault, as its links name them. */
export class Vault {
  private readonly byName = new Map<string, string[]>()

  constructor(paths: string[]) {
    for (const path of paths) {
      const names = extensionOf(path) === 'md' ? [withoutExtension(fileName(path)), fileName(path)] : [fileName(path)]
      for (const name of names) {
        const key = name.toLowerCase()
        this.byName.set(key, [...(this.byName.get(key) ?? []), path])
      }
    }
  }

  /** The file a link means: beside the note, else the one whose path it ends, else the shortest path. */
  find(target: string, from: string): string | undefined {
    const wanted = target.replace(/^\/+/, '').toLowerCase()
    const candidates = this.byName.get(fileName(wanted)) ?? []
    const folder = folderOf(from)
    const exact = [joinPath(folder, wanted), joinPath('', wanted)].filter((path) => path !== null)
    const isWanted = (path: string) =>
      exact.some((wantedPath) => path.toLowerCase() === wantedPath || path.toLowerCase() === `${wantedPath}.md`)
    const ending = candidates.filter((path) => {
      const low = path.toLowerCase()
      return !wanted.includes('/') || low.endsWith(`/${wanted}`) || low.endsWith(`/${wanted}.md`)
    })
    return (
      candidates.find(isWanted) ??
      ending.find((path) => folderOf(path) === folder) ??
      ending.sort((a, b) => a.split('/').length - b.split('/').length || a.localeCompare(b))[0]
    )
  }
}

type Wiki = {
  vault: Vault
  file: string
  lost: string[]
  /** The text of a note without what is said of it. */
  read: (path: string) => string
}

/** Obsidian's links and embeds as Markdown and HTML; what is embedded stands where it is embedded. */
export function withoutWikiLinks(markdown: string, wiki: Wiki): string {
  return expand(markdown, wiki, [wiki.file], { added: 0 })
}

function expand(markdown: string, wiki: Wiki, stack: string[], growth: { added: number }): string {
  return outsideCode(markdown, (text) =>
    text
      .replace(/%%[\s\S]{0,10000}?%%/g, '')
      .replace(/==([^=\n]{1,500})==/g, '<mark>$1</mark>')
      .replace(/(?:^|\s)\^[\w-]+[ \t]*$/gm, '')
      .replace(/\^\[([^[\]\n]{1,1000})\]/g, '<span data-footnote="">$1</span>')
      .replace(/!\[([^[\]\n]*)\]\(<?([^()<>\n]+?)>?\)/g, (raw, label: string, src: string) => {
        const [, alt = '', width, height] = SIZED.exec(label) ?? []
        return width ? `<img src="${src.replaceAll('"', '')}" alt="${escaped(alt)}"${sizes(width, height)}>` : raw
      })
      // Before what is embedded is put in, whose links are done.
      .replace(/(?<!!)\[\[([^[\]\n]{1,500})\]\]/g, (_, inner) => link(inner, wiki))
      .replace(/^([ \t>]*)!\[\[([^[\]\n]{1,500})\]\]|!\[\[([^[\]\n]{1,500})\]\]/gm, (_, indent, atStart, inside) => {
        const made = embed(atStart ?? inside, wiki, stack, growth)
        // What stands in a quotation stays in it.
        return atStart
          ? made
              .split('\n')
              .map((line) => indent + line)
              .join('\n')
          : made
      }),
  )
}

/** `#tag` and `#of/another` in a text; a number alone is none. */
export function tagsWithin(markdown: string): string[] {
  const tags: string[] = []
  outsideCode(markdown, (text) => {
    for (const [, tag = ''] of text.matchAll(/(?<=^|\s)#([\p{L}\p{N}_/-]{1,100})(?=$|[\s.,;:!?)])/gmu))
      if (/[^\d/]/.test(tag)) tags.push(tag)
    return text
  })
  return tags
}

function parts(inner: string) {
  // In a table the sign is escaped.
  const [address = '', ...label] = inner.split(/\\?\|/)
  const [target = '', ...section] = address.split('#')
  return { target: target.trim(), section: section.join('#').trim(), label: label.join('|').trim() }
}

function link(inner: string, wiki: Wiki): string {
  const { target, section, label } = parts(inner)
  const shown = label || [target, section.replace(/^\^/, '')].filter(Boolean).join(' > ')
  const text = shown.replace(/([[\]])/g, '\\$1')
  const anchor = section && !section.startsWith('^') ? `#${headingId(section)}` : ''
  if (target === '') return anchor ? `[${text}](${anchor})` : text
  const path = wiki.vault.find(target, wiki.file)
  if (!path) {
    wiki.lost.push(`A link to ${target}, which is not there`)
    return text
  }
  return `[${text}](</${encodeURI(path)}${anchor}>)`
}

function sizes(width?: string, height?: string): string {
  return `${width ? ` width="${width}"` : ''}${height ? ` height="${height}"` : ''}`
}

/** A description and a size, or one of them. */
const SIZED = /^(?:(.*)\|)?(\d+)(?:x(\d+))?$/

function embed(inner: string, wiki: Wiki, stack: string[], growth: { added: number }): string {
  const { target, section, label } = parts(inner)
  const path = target === '' ? wiki.file : wiki.vault.find(target, wiki.file)
  if (!path) {
    wiki.lost.push(`An embed of ${target}, which is not there`)
    return target
  }
  const extension = extensionOf(path)
  if (isPicture(extension)) {
    const [, alt = '', width, height] = SIZED.exec(label) ?? ['', label]
    return `<img src="/${encodeURI(path)}" alt="${escaped(alt || withoutExtension(fileName(path)))}"${sizes(width, height)}>`
  }
  if (extension !== 'md') {
    wiki.lost.push(`The file ${path}, which is embedded`)
    return label || fileName(path)
  }
  if (stack.includes(path) || stack.length > DEPTH_MAX || growth.added > GROWTH_MAX) {
    wiki.lost.push(`An embed of ${target} in itself`)
    return `[${label || target}](</${encodeURI(path)}>)`
  }
  const text = sectionOf(wiki.read(path), section)
  growth.added += text.length
  return `\n\n${expand(text, { ...wiki, file: path }, [...stack, path], growth).trim()}\n\n`
}

/** A heading with what is below it, or the paragraph that is marked; the whole text without a section. */
function sectionOf(markdown: string, section: string): string {
  if (section === '') return markdown
  const lines = markdown.split('\n')
  if (section.startsWith('^')) {
    const paragraphs = markdown.split(/\n\s*\n/)
    const at = paragraphs.findIndex((text) => text.trimEnd().endsWith(section))
    const found = paragraphs[at]?.trim() === section ? paragraphs[at - 1] : paragraphs[at]
    return found ?? ''
  }
  const name = section.split('#').at(-1)?.trim().toLowerCase()
  const start = lines.findIndex(
    (line) =>
      /^#{1,6}\s/.test(line) &&
      line
        .replace(/^#+\s+/, '')
        .trim()
        .toLowerCase() === name,
  )
  if (start === -1) return ''
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 1
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => (/^(#+)\s/.exec(line)?.[1]?.length ?? 7) <= level)
  return [lines[start], ...(end === -1 ? rest : rest.slice(0, end))].join('\n')
}
