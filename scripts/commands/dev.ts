// As `npm start`, with reload instead of a build: `npm run dev`.
import { runSite } from '@/scripts/site/run-site'

await runSite('dev')
