import { describe, expect, it } from 'vitest'
import { embedAttributes, videoFileAttributes, videoPage } from './embed'

describe('a video’s address', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'http://youtube.com/watch?feature=x&v=dQw4w9WgXcQ',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    '//www.youtube.com/embed/dQw4w9WgXcQ?showinfo=0',
    'https://youtu.be/dQw4w9WgXcQ',
    ' https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ ',
  ])('%s leads to the player without cookies', (address) => {
    expect(embedAttributes(address)?.src).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  })

  it('keeps the second at which to start', () => {
    expect(embedAttributes('https://youtu.be/dQw4w9WgXcQ?t=1h2m3s')?.src).toMatch(/\?start=3723$/)
    expect(embedAttributes('https://youtu.be/dQw4w9WgXcQ?t=90')?.src).toMatch(/\?start=90$/)
    expect(embedAttributes('https://youtu.be/dQw4w9WgXcQ?t=x')?.src).not.toMatch(/start/)
  })

  it('keeps the key of an unlisted Vimeo video', () => {
    expect(embedAttributes('https://vimeo.com/76979871/abcdef0123')?.src).toBe(
      'https://player.vimeo.com/video/76979871?h=abcdef0123',
    )
    expect(embedAttributes('https://player.vimeo.com/video/76979871?h=abcdef0123')?.src).toMatch(/\?h=abcdef0123$/)
  })

  it.each([
    'https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ',
    'https://evil.example/?https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/../../x',
    'https://www.youtube.com/embed/dQw4w9WgXcQ%22onload',
    'https://youtu.be@evil.example/dQw4w9WgXcQ',
    'javascript://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/redirect?q=https://evil.example',
    '',
  ])('"%s" is none', (address) => {
    expect(embedAttributes(address)).toBeNull()
  })

  it('is the same again when its own player is given', () => {
    for (const address of ['https://youtu.be/dQw4w9WgXcQ?t=5', 'https://vimeo.com/1/abcdef']) {
      const attributes = embedAttributes(address, 'A talk')
      expect(embedAttributes(attributes?.src ?? '', attributes?.title)).toEqual(attributes)
    }
  })

  it('leads back to the page of the video', () => {
    expect(videoPage('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')).toBe(
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    )
    expect(videoPage('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=43')).toBe(
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=43s',
    )
    expect(videoPage('https://player.vimeo.com/video/1?h=abcdef')).toBe('https://vimeo.com/1')
    expect(videoPage('/a.mp4')).toBeNull()
  })
})

describe('a video file', () => {
  it('is known by its ending, here or elsewhere on the web', () => {
    expect(videoFileAttributes('/uploads/a.webm', 'A')).toEqual({
      src: '/uploads/a.webm',
      title: 'A',
      controls: '',
      preload: 'metadata',
    })
    expect(videoFileAttributes('https://cdn.example.com/a.mp4?x=1')?.src).toBe('https://cdn.example.com/a.mp4?x=1')
    for (const none of ['https://example.com/a', 'javascript:a.mp4', 'data:video/mp4,x.mp4', 'a']) {
      expect(videoFileAttributes(none)).toBeNull()
    }
  })
})
