// Generates prisma/generated from the schema: `npm run generate`.
import { generateClient } from '@/scripts/build/compile'

process.exit(await generateClient())
