const LONGEST = 60
/** Windows has devices under these names, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * Names for files on any system: ASCII letters, digits and hyphens, each one once, whatever the case of its letters.
 * @param fallback for a text of which nothing is left
 */
export class FileNames {
  private readonly taken = new Set<string>()

  take(text: string, fallback: string, extension = ''): string {
    const ascii = text
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
    const short =
      ascii.length <= LONGEST
        ? ascii
        : ascii
            .slice(0, LONGEST + 1)
            .replace(/-[^-]*$/, '')
            .slice(0, LONGEST)
    const base = short === '' || DEVICES.test(short) ? fallback : short
    let name = base
    for (let count = 2; this.taken.has(name); count += 1) name = `${base}-${count}`
    this.taken.add(name)
    return extension === '' ? name : `${name}.${extension}`
  }
}
