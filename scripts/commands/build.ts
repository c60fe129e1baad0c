// Builds everything the server needs, without a database: `npm run build`. Run by serverless hosts. With --without-types
// for one's own machine, of what others have checked.
import { whyEnded } from '@/scripts/bootstrap/programs.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { buildSite } from '@/scripts/build/build-site'
import { checkTypes } from '@/scripts/build/check-types'

// A deployment must type-check; a start on one's own machine need not wait for it.
const status = process.argv.includes('--without-types') ? 0 : await checkTypes('tsconfig.build.json')
if (status !== 0) {
  throw new UserError(
    whyEnded(status, 'The types do not check: the compiler says above where.\nCorrect that, then build again.'),
  )
}
await buildSite()
console.log('The build is up to date.')
