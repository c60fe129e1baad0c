/** What Playwright turns off itself (its chromiumSwitches.ts): of several lists Chromium reads the last alone. */
export const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** Processes beside each page that no test sees: of the address bar's lists, and one for the next page. */
const NOT_SEEN = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]

const DISABLE_FEATURES = `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...NOT_SEEN].join(',')}`

/**
 * Chromium's options for tests: without these features, and without what it fetches by itself. Without windows it would
 * make letters whole pixels wide, which no reader's browser does.
 */
export const LAUNCH_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  DISABLE_FEATURES,
]
