import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { leanFlags } from './lean-node.mjs'

it('has only flags that this Node.js takes', () => {
  const { status, stderr } = spawnSync(process.execPath, [...leanFlags(), '-e', ''], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

it('has only official flags for a Node.js nobody has tried yet, whose V8 may have dropped one', () => {
  for (const flag of leanFlags('99.0.0')) expect(process.allowedNodeEnvironmentFlags.has(flag)).toBe(true)
})
