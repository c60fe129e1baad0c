import type { Refusal } from '../model'
import { extensionOf, fileName, folderOf, isArchive } from '../source/names'
import type { Source } from '../source/source'
import { isMachinery } from '../systems'

/** Formats of texts that are not read, by their extension. */
const FORMATS: Record<string, string> = {
  ...{ rst: 'reStructuredText', adoc: 'AsciiDoc', asciidoc: 'AsciiDoc', org: 'Org', ipynb: 'a Jupyter notebook' },
  ...{ tex: 'LaTeX', dj: 'Djot', djot: 'Djot', typ: 'Typst', norg: 'Neorg', wiki: 'a wiki text', tid: 'TiddlyWiki' },
  ...{
    rmd: 'R Markdown',
    qmd: 'Quarto',
    mdoc: 'Markdoc',
    pug: 'Pug',
    haml: 'Haml',
    docx: 'a Word document',
    odt: 'OpenDocument',
  },
}
/** What stands beside texts and is none, and what code is written in. */
const NO_TEXT =
  /^(?:png|jpe?g|jfif|gif|webp|avif|svg|ico|bmp|tiff?|heic|mp[34]|m4[av]|webm|og[gv]|wav|mov|pdf|zip|gz|woff2?|ttf|otf|eot|css|s[ac]ss|less|styl|[cm]?[jt]sx?|json5?|jsonc|ya?ml|toml|ini|lock|map|html?|xhtml|xml|xsl|rss|atom|csv|tsv|txt|log|bib|vue|svelte|astro|njk|liquid|hbs|ejs|j2|jinja2?|py|rb|go|rs|c|h|cpp|hpp|cs|java|kt|swift|php|pl|lua|hs|ml|ex|exs|erl|clj|scala|r|jl|sh|bash|fish|ps1|bat|sql|dot|mmd|drawio|excalidraw|sketch|fig|psd|ai|xcf|key|pem|crt|env|cfg|conf|properties|gradle|make|mk|nix|wasm|so|dll|bin|dat|db|sqlite|canvas|gemspec|webmanifest|example|sample|orig|bak|tmpl|tpl|diff|patch|license|vtt|srt|glsl|frag|vert|proto|graphql|prisma|tf|asm|s|f90|zig|nim|v|d|m|mm|el|lisp|scm|rkt|vim)$/
const FEW = 2

/** Files that hold something an owner may look for, and that cannot be read as texts: each format once for a folder. */
export function otherFiles(source: Source, texts: string[]): Refusal[] {
  const known = new Set(texts)
  const refused: Refusal[] = []
  const groups = new Map<string, string[]>()
  for (const path of source.paths) {
    if (known.has(path) || isArchive(path)) continue
    const extension = extensionOf(path)
    if (
      /^(?:.*\/)?_?data\/(?:projects?|resume|cv|talks?|portfolio|work|publications)\.(?:ya?ml|json|toml|csv)$/i.test(
        path,
      ) ||
      /(?:^|\/)projects?(?:data)?\.(?:[cm]?[jt]sx?|ya?ml|toml)$/i.test(path)
    )
      refused.push({ source: path, reason: 'It may list projects, which are read of a JSON Resume alone.' })
    else if (!isMachinery(path) && extension !== '' && !NO_TEXT.test(extension) && fileName(path) !== `.${extension}`) {
      const group = `${folderOf(path)}\n${extension}`
      groups.set(group, [...(groups.get(group) ?? []), path])
    }
  }
  for (const [group, paths] of groups) {
    const [folder = '', extension = ''] = group.split('\n')
    const format = FORMATS[extension]
    if (!format && paths.length < FEW) continue
    const named = format ? (paths.length === 1 ? `It is ${format}` : `They are ${format}`) : 'It is a format'
    const [only = ''] = paths
    refused.push({
      source: paths.length === 1 ? only : `${folder ? `${folder}/` : ''}*.${extension} (${paths.length} files)`,
      reason: `${named}${format ? ',' : ''} which is not read.`,
    })
  }
  return refused
}
