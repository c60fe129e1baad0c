type Value = string | boolean | Date | string[] | Array<Record<string, string>>

/**
 * The YAML above a text, with each string in quotes: no title is then a number, a date or a comment to anybody who reads
 * it. Blank values are left out.
 */
export function frontMatter(fields: Record<string, Value>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    if (value === '' || (Array.isArray(value) && value.length === 0)) return []
    if (!Array.isArray(value)) return `${name}: ${scalar(value)}`
    return [`${name}:`, ...value.flatMap(listItem)]
  })
  return `---\n${lines.join('\n')}\n---\n`
}

function scalar(value: string | boolean | Date): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return String(value)
  // Strings of JSON are strings of YAML, but for what YAML takes for the end of a line, or no text.
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function listItem(item: string | Record<string, string>): string[] {
  if (typeof item === 'string') return [`  - ${scalar(item)}`]
  return Object.entries(item).map(([name, value], index) => `  ${index === 0 ? '-' : ' '} ${name}: ${scalar(value)}`)
}
