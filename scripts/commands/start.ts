// Prepares the database and serves: `npm start`.
import { runSite } from '@/scripts/site/run-site'

await runSite('start')
