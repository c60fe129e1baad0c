import { readFileSync } from 'node:fs'

/**
 * Ends the command on a Node.js that is too old, in words instead of a syntax error. Import it first, and everything
 * newer dynamically after: static imports are all read before any of them runs.
 */
export function requireNodeVersion() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const wanted = engines.node.replace('>=', '')
  if (compare(process.versions.node, wanted) >= 0) return
  console.error(`\nThis site needs Node.js ${wanted} or newer; this is ${process.versions.node}.`)
  console.error('Get a current one from https://nodejs.org, then run the same command again.')
  process.exit(1)
}

/**
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  const left = one.split('.').map(Number)
  const right = other.split('.').map(Number)
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
