import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findHome, locateCluster, removeDatabase } from './cluster-location'

let folder: string
let dataDir: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'colophon-place-')))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o711 })
})

afterEach(() => rmSync(folder, { recursive: true }))

/** A data folder whose cluster is elsewhere, as for root with a data folder below its home. */
function putElsewhere() {
  const home = join(folder, 'elsewhere')
  mkdirSync(home)
  writeFileSync(join(home, 'belongs-to'), dataDir)
  writeFileSync(join(dataDir, 'postgres-home'), `${home}\n`)
  return home
}

test('a new cluster is created in its data folder when its user can reach that', () => {
  expect(findHome(dataDir)).toBeNull()
  expect(locateCluster(dataDir).home).toBe(join(dataDir, 'postgres'))
  expect(findHome(dataDir)).toBe(join(dataDir, 'postgres'))
})

test('a cluster elsewhere is found again, also after the data folder was moved', () => {
  const home = putElsewhere()
  expect(findHome(dataDir)).toBe(home)
  const moved = join(folder, 'moved')
  renameSync(dataDir, moved)
  expect(findHome(moved)).toBe(home)
})

test('a copied data folder does not share the database of the original', () => {
  putElsewhere()
  const copy = join(folder, 'copy')
  cpSync(dataDir, copy, { recursive: true })
  expect(() => findHome(copy)).toThrow('is a copy of')
  expect(findHome(dataDir)).not.toBeNull()
})

test('a missing cluster is reported, not created again', () => {
  rmSync(putElsewhere(), { recursive: true })
  expect(() => locateCluster(dataDir)).toThrow('which is gone')
})

test('removing deletes the cluster wherever it is', () => {
  const home = putElsewhere()
  removeDatabase(dataDir)
  expect(existsSync(home)).toBe(false)
  expect(findHome(dataDir)).toBeNull()
})
