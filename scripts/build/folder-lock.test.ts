import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockHolder, takeLock } from './folder-lock'
import { startTimeOf } from './processes'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-lock-'))
  file = join(folder, 'lock')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('a taken lock names its holder', () => {
  const first = takeLock(file, 'http://localhost:3000')
  const second = takeLock(file, 'another')
  expect(first.holder).toBeNull()
  expect(second.release).toBeNull()
  expect(second.holder).toMatchObject({ pid: process.pid, note: 'http://localhost:3000' })
})

test('a released lock can be taken again and leaves no file', () => {
  takeLock(file, '').release?.()
  expect(existsSync(file)).toBe(false)
  expect(takeLock(file, '').holder).toBeNull()
})

test('the lock of a dead process is replaced', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(file, JSON.stringify({ pid, start: '1', note: '' }))
  expect(lockHolder(file)).toBeNull()
  expect(takeLock(file, '').holder).toBeNull()
})

test('a lock whose process id has been reused is replaced', () => {
  writeFileSync(file, JSON.stringify({ pid: process.ppid, start: 'long ago', note: '' }))
  expect(takeLock(file, '').holder).toBeNull()
})

test('a lock of a living process is kept', () => {
  writeFileSync(file, JSON.stringify({ pid: process.ppid, start: startTimeOf(process.ppid), note: 'theirs' }))
  expect(takeLock(file, '').holder?.note).toBe('theirs')
})

test('an unreadable lock file is replaced', () => {
  writeFileSync(file, '')
  expect(takeLock(file, '').holder).toBeNull()
})

test('releasing does not remove the lock another has taken since', () => {
  const mine = takeLock(file, 'mine')
  rmSync(file)
  writeFileSync(file, JSON.stringify({ pid: process.ppid, start: startTimeOf(process.ppid), note: 'theirs' }))
  mine.release?.()
  expect(lockHolder(file)?.note).toBe('theirs')
})
