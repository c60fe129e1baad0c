/** Files that systems leave behind. */
const LITTER = /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\.git|node_modules|\._[^/]*)(?:\/|$)/

export function isLitter(name: string): boolean {
  return LITTER.test(name)
}

/**
 * A name in an archive as a path below its root, in Unicode's composed form; null for one that leads out of it, or that
 * another system would read as another place.
 */
export function safeName(name: string): string | null {
  const path = name.replaceAll('\\', '/').normalize('NFC')
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\0')) return null
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.includes('..') ? null : parts.join('/')
}

/** `path`, relative to a folder, as a path below the root; null where it leads out. */
export function joinPath(folder: string, path: string): string | null {
  const parts = path.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}

export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export const ARCHIVE_WITHIN = 'It is an archive in another: unpack it, and import it by itself.'

export function isArchive(path: string): boolean {
  return /\.(?:zip|tar|tgz|gz|bz2|xz|7z|rar)$/i.test(path)
}

/** The last extension in lower case, without its dot. */
export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

export function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, '')
}

const RASTER = new Set(['png', 'jpg', 'jpeg', 'jfif', 'gif', 'webp', 'avif', 'tif', 'tiff', 'bmp'])

/** Whether files with an extension are pictures, drawings (SVG) too. */
export function isPicture(extension: string): boolean {
  return extension === 'svg' || RASTER.has(extension)
}
