import { readFileSync } from 'node:fs'

/**
 * Exits with a message on a Node.js that is too old, instead of a syntax error. Import it first and newer syntax
 * dynamically after it: static imports are parsed before any code runs.
 */
export function requireNodeVersion() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const wanted = engines.node.replace('>=', '')
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  console.error(`\nThis site needs Node.js ${wanted} or newer; this is ${process.versions.node}.`)
  console.error('Get a current one from https://nodejs.org, then run the same command again.')
  process.exit(1)
}
