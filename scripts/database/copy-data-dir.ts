import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findHome, locateCluster } from './cluster-location'

const copy = (path: string, folder: string) => execFileSync('cp', ['-a', path, folder])

/**
 * Copies the data folder of a stopped site, with its cluster, into an empty one: far quicker than a set-up. For tests:
 * both have the same secrets.
 */
export function copyDataDir(from: string, to: string) {
  copyFiles(from, to)
  copyCluster(from, locateCluster(to).home)
}

/** The same into a folder in which no server will run, whoever may reach that. */
export function storeDataDir(from: string, to: string) {
  mkdirSync(join(to, 'postgres'), { recursive: true })
  copyFiles(from, to)
  copyCluster(from, join(to, 'postgres'))
}

/** Copies what a data folder has beside its cluster: pictures and secrets. */
export function copyFiles(from: string, to: string) {
  for (const name of readdirSync(from)) {
    // The cluster may be elsewhere, and its folder names its site.
    if (!name.startsWith('postgres')) copy(join(from, name), to)
  }
}

function copyCluster(from: string, home: string) {
  const ownHome = findHome(from)
  if (!ownHome) throw new Error(`${from} has no database.`)
  copy(join(ownHome, 'data'), home)
}
