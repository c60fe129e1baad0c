// Generates what is made from sources: prisma/generated, and docs/openapi.json, which is committed: `npm run generate`.
import { writeFileSync } from 'node:fs'
import { openApiDocument } from '@/lib/programs/server/open-api'
import { generateClient } from '@/scripts/build/compile'

writeFileSync('docs/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`)
process.exit(await generateClient())
