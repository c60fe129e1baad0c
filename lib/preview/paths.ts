const START = '/preview/'

/** The address of a preview: no screen of the site, but a secret. */
export const previewPath = (token: string) => `${START}${token}`

export const isPreviewPath = (path: string) => path.startsWith(START)
