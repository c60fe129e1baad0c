import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '@/scripts/bootstrap/programs.mjs'
import { WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

/**
 * A package that only a development command needs: installed from the npm registry at its first use, then cached.
 * @param folder its place in the work folder
 * @param wanted name and version, as npm takes them
 * @param inside a path within node_modules
 * @returns where that path is
 * @throws UserError when npm cannot install it
 */
export async function installOnDemand(folder: string, wanted: string, inside: string): Promise<string> {
  const target = join(WORK_FOLDER, folder)
  const path = join(target, 'node_modules', inside)
  if (existsSync(path)) return path
  console.log(`Installing ${wanted} …`)
  const unfinished = `${target}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const status = await npm(['install', '--prefix', unfinished, '--no-save', '--ignore-scripts', '--no-audit', wanted])
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new UserError(`${wanted} could not be installed: npm says above why.`)
  }
  rmSync(target, { recursive: true, force: true })
  renameSync(unfinished, target)
  return path
}

/** The folder with the newest Node.js of a major version in the registry, or the cached one. */
export function installNode(major: string): Promise<string> {
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  return installOnDemand(join('nodes', `${major}-${system}`), `node-${system}@${major}`, join(`node-${system}`, 'bin'))
}

/** The program in such a folder. */
export function nodeIn(bin: string): string {
  return join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
}
