// Serves what `npm run build` made, from a database elsewhere: `npm run serve`. For containers, and for several instances.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { runSite } = await import('./site.mjs')
await runSite('serve')
