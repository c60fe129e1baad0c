// Serves what `npm run build` made, from a database elsewhere: `npm run serve`. For containers, and for several instances.
import { runSite } from '@/scripts/site/run-site'

await runSite('serve')
