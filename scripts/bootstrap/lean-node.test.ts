import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { leanFlags } from './lean-node.mjs'

it('has only flags that this Node.js accepts', () => {
  const { status, stderr } = spawnSync(process.execPath, [...leanFlags(), '-e', ''], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

it('has only official flags for an untested Node.js, whose V8 may have dropped others', () => {
  for (const flag of leanFlags('99.0.0')) expect(process.allowedNodeEnvironmentFlags.has(flag)).toBe(true)
})
