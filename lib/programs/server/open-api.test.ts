import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { openApiDocument } from '@/lib/programs/server/open-api'

const committed = readFileSync('docs/openapi.json', 'utf8')

it('is committed as it is served: `npm run generate` writes it', () => {
  expect(committed).toBe(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
})

it('is a valid document of OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(committed))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})
