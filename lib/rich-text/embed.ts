const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const VIMEO_HOSTS = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'])
const YOUTUBE_PATH = /^\/(?:embed\/|shorts\/|live\/|v\/)?([\w-]{11})\/?$/
const YOUTUBE_ID = /^[\w-]{11}$/
const VIMEO_PATH = /^\/(?:video\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/
const VIMEO_HASH = /^[0-9a-f]{6,20}$/
const VIDEO_FILE = /\.(?:mp4|m4v|webm|ogv|mov)$/i
const TITLE_MAX_CHARACTERS = 200

/**
 * The attributes of a stored YouTube or Vimeo embed, in writing order: the editor's node and the sanitiser share them,
 * so that neither changes what the other wrote. Accepts any URL of the video (watch page, share link, embed); null for
 * other URLs.
 */
export function embedAttributes(address: string, title?: string | null): Record<string, string> | null {
  const player = playerOf(address)
  if (!player) return null
  return {
    src: player.src,
    title: title?.trim().slice(0, TITLE_MAX_CHARACTERS) || `${player.service} video`,
    loading: 'lazy',
    sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
    allow: 'fullscreen; picture-in-picture; encrypted-media',
    allowfullscreen: '',
    // YouTube refuses to play without a referrer.
    referrerpolicy: 'strict-origin-when-cross-origin',
  }
}

/** The attributes of a stored video file; null when the URL is not one of a video file on the web. */
export function videoFileAttributes(address: string, title?: string | null): Record<string, string> | null {
  const trimmed = address.trim()
  const url = httpUrl(trimmed.startsWith('/') && !trimmed.startsWith('//') ? `https://here${trimmed}` : trimmed)
  if (!url || !VIDEO_FILE.test(url.pathname)) return null
  const shortTitle = title?.trim().slice(0, TITLE_MAX_CHARACTERS)
  return { src: trimmed, ...(shortTitle ? { title: shortTitle } : {}), controls: '', preload: 'metadata' }
}

/** The page of a video on its service, from its player's URL, at the same second; null for other URLs. */
export function videoPage(playerAddress: string): string | null {
  const player = playerOf(playerAddress)
  if (!player) return null
  return player.service === 'YouTube'
    ? `https://www.youtube.com/watch?v=${player.id}${player.start ? `&t=${player.start}s` : ''}`
    : `https://vimeo.com/${player.id}`
}

type Player = { service: 'YouTube' | 'Vimeo'; id: string; src: string; start?: number }

function playerOf(address: string): Player | null {
  const url = httpUrl(address.trim())
  if (!url) return null
  if (YOUTUBE_HOSTS.has(url.hostname)) {
    const id = url.pathname === '/watch' ? url.searchParams.get('v') : YOUTUBE_PATH.exec(url.pathname)?.[1]
    if (!id || !YOUTUBE_ID.test(id)) return null
    const start = seconds(url.searchParams.get('start') ?? url.searchParams.get('t'))
    return {
      service: 'YouTube',
      id,
      start,
      src: `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`,
    }
  }
  if (VIMEO_HOSTS.has(url.hostname)) {
    const [, id, pathHash] = VIMEO_PATH.exec(url.pathname) ?? []
    if (!id) return null
    const hash = pathHash ?? url.searchParams.get('h') ?? ''
    return {
      service: 'Vimeo',
      id,
      src: `https://player.vimeo.com/video/${id}${VIMEO_HASH.test(hash) ? `?h=${hash}` : ''}`,
    }
  }
  return null
}

function httpUrl(address: string): URL | null {
  const absolute = address.startsWith('//') ? `https:${address}` : address
  if (!URL.canParse(absolute)) return null
  const url = new URL(absolute)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

/** "90", "90s" and "1h2m3s" as seconds; 0 for anything else. */
function seconds(time: string | null): number {
  const [, hours, minutes, rest] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '') ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0)
}
