import Bowser from 'bowser'

/** What a browser calls itself, in a few words: `Firefox on Linux`. A guess for people; nothing is decided by it. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name) => name)
  return names.join(' on ') || 'Unknown device'
}
