import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

/** The files that differ from a commit, new ones too, relative to the checkout. */
export function changedFiles(since: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n')
  try {
    const changed = git('diff', '--name-only', '--relative', since, '--')
    return [...changed, ...git('ls-files', '--others', '--exclude-standard')].filter(Boolean)
  } catch (cause) {
    throw new UserError(`git knows no changes since ${since}.`, { cause })
  }
}

/**
 * The test files of a suite that changes may concern: those changed themselves, and those that have the name of a changed
 * folder of `app`, `components` or `lib` in theirs, as admin-forms-post.spec.ts has `post`.
 */
export function concernedFiles(suite: string, changed: string[]): string[] {
  const folders = new Set(
    changed.flatMap((file) => (/^(app|components|lib)\//.test(file) ? file.split('/').slice(1, -1) : [])),
  )
  const singular = (word: string) => word.replace(/s$/, '')
  const isConcerned = (file: string) =>
    changed.includes(file) ||
    basename(file)
      .split(/[-.]/)
      .slice(0, -2)
      .some((word) => folders.has(word) || folders.has(singular(word)))
  return readdirSync(join(ROOT, 'tests', suite))
    .map((name) => `tests/${suite}/${name}`)
    .filter(isConcerned)
    .sort()
}
