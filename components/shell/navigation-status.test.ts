import { describe, expect, it } from 'vitest'
import { loadingText } from '@/components/shell/navigation-status'

describe('loadingText', () => {
  it.each([
    ['/', 'Loading Carousel...'],
    ['/projects', 'Loading projects, please wait...'],
    ['/projects/page/2', 'Loading projects, please wait...'],
    ['/search/React?x=1', 'Loading projects, please wait...'],
    ['/post/1', 'Loading... Please wait'],
    ['/myblog', 'Loading, please wait!'],
    ['/note/1#top', 'Loading, please wait!'],
    ['/profile/1', 'Loading... Please wait'],
  ])('waits for %s with "%s"', (href, text) => {
    expect(loadingText(href)).toBe(text)
  })
})
