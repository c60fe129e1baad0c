// Serves the build of `npm run build` with an external database: `npm run serve`. For containers and multiple
// instances.
import { runSite } from '@/scripts/site/run-site'

await runSite('serve')
