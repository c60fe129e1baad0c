/** Whether a browser says that its person does not want to be counted: Do Not Track, Global Privacy Control. */
export function refusesCounting(browser: object): boolean {
  const { doNotTrack, globalPrivacyControl } = browser as { doNotTrack?: unknown; globalPrivacyControl?: unknown }
  return globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes'
}
