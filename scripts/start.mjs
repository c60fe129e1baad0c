// Installs, builds, prepares the database and serves, whatever of it is needed: `npm start`, and with reload `npm run dev`.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { runSite } = await import('./site.mjs')
await runSite(process.argv.includes('--dev') ? 'dev' : 'start')
