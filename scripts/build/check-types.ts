import { join } from 'node:path'
import { runNode } from '@/scripts/bootstrap/programs.mjs'
import { ROOT } from '@/scripts/bootstrap/root.mjs'

/** Version 7, the native compiler; 6 stays for Next and for what reads its API. */
const TSC = join(ROOT, 'node_modules', 'typescript7', 'bin', 'tsc')
const NEXT = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')

/** Checks the types of a tsconfig's files, including the routes' generated types; resolves to the exit status. */
export async function checkTypes(config = 'tsconfig.json'): Promise<number> {
  return (await runNode(NEXT, ['typegen'], { quiet: true })) || runNode(TSC, ['--noEmit', '--project', config])
}
