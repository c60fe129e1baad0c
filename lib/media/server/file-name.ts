const FILE_NAME = /^[0-9a-f]{12}-[0-9a-f]{32}(?:-\d{2,4})?\.(png|jpg|gif|webp|svg)$/

const CONTENT_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
} as const

/** Whether `name` has the form of the names we generate; nothing else ever reaches the file system. */
export function isFileName(name: string): boolean {
  return FILE_NAME.test(name)
}

/** The name of a picture's smaller copy, `width` pixels wide: pages name all of them, so it repeats the picture's. */
export function variantName(name: string, width: number): string {
  return name.replace(/\.\w+$/, `-${width}.webp`)
}

/** The names that a picture can have had of which this is the name, or that of a copy. */
export function originalNames(name: string): string[] {
  const [mark, random] = name.split(/[-.]/)
  return Object.keys(CONTENT_TYPES).map((extension) => `${mark}-${random}.${extension}`)
}

/** The content type of a stored picture, from the extension we gave it; undefined for any other name. */
export function contentTypeOf(name: string): string | undefined {
  const extension = FILE_NAME.exec(name)?.[1] as keyof typeof CONTENT_TYPES | undefined
  return extension && CONTENT_TYPES[extension]
}

/** The address the app serves a picture of the disk store at. */
export function mediaPath(name: string): string {
  return `/media/${name}`
}
