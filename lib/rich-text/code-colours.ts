import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import graphql from 'highlight.js/lib/languages/graphql'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import lua from 'highlight.js/lib/languages/lua'
import markdown from 'highlight.js/lib/languages/markdown'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import plaintext from 'highlight.js/lib/languages/plaintext'
import powershell from 'highlight.js/lib/languages/powershell'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight, type LanguageFn } from 'lowlight'

/** With `from` as a keyword only before the name of a module: elsewhere it is a name, as in `slice(from, to)`. */
function withNamesFrom(grammar: LanguageFn): LanguageFn {
  return (hljs) => {
    const own = grammar(hljs)
    // The parts inside share this object.
    const keywords = own.keywords as Record<string, string[]>
    keywords.keyword = keywords.keyword?.filter((word) => word !== 'from') ?? []
    own.contains?.unshift({ scope: 'keyword', match: /\bfrom(?=\s*["'])/ })
    return own
  }
}

/** A new instance with the grammars of `CODE_LANGUAGES`, for callers that must not share state. */
export function createCodeColours(): ReturnType<typeof createLowlight> {
  return createLowlight({
    plaintext,
    bash,
    c,
    cpp,
    csharp,
    css,
    diff,
    dockerfile,
    go,
    graphql,
    xml,
    ini,
    java,
    javascript: withNamesFrom(javascript),
    json,
    kotlin,
    lua,
    markdown,
    nginx,
    php,
    powershell,
    python,
    ruby,
    rust,
    sql,
    swift,
    toml: ini,
    typescript: withNamesFrom(typescript),
    yaml,
  })
}
