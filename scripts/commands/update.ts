// Makes the next version in a second folder, while this one serves, and restarts: `npm run update`. The start puts it in
// place, and the version before back where it does not come up (scripts/bootstrap/update.mjs).
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { run, runNode } from '@/scripts/bootstrap/programs.mjs'
import { ROOT, WORK_FOLDER } from '@/scripts/bootstrap/root.mjs'
import { readUpdate, UPDATE_FILE, UPDATE_FOLDER, writeUpdate } from '@/scripts/bootstrap/update.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { lockHolder, takeLock } from '@/scripts/build/folder-lock'
import { dataDir, readSettings } from '@/scripts/site/settings'

const SAME = 'The site stays as it is.'
const UP_WITHIN_MS = 5 * 60 * 1000

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
readSettings()
const lock = takeLock(join(WORK_FOLDER, 'update.lock'), '')
if (lock.holder) throw new UserError(`Another update is running (process ${lock.holder.pid}).`)
process.once('exit', lock.release)

const next = findNext()
if (next) {
  await make(next.commit)
  writeUpdate({ ...next, isTried: false })
  await restart(next.commit)
} else console.log('This is the newest version.')
process.exit(0)

/** The commit to update to, or null where there is none. */
function findNext(): { before: string; commit: string } | null {
  console.log('1 of 3: fetching the newest version …')
  if (git('status', '--porcelain', '--untracked-files=no') !== '') {
    throw new UserError(
      `Files of this version were changed: git status names them. ${SAME}\nCommit or undo that, then update again.`,
    )
  }
  git('fetch')
  const [before, commit] = [git('rev-parse', 'HEAD'), git('rev-parse', '@{upstream}')]
  if (git('merge-base', before, commit) !== before) {
    throw new UserError(`This version has commits that the new one lacks. ${SAME}\nMerge them by hand, then npm start.`)
  }
  return before === commit ? null : { before, commit }
}

/** Installs and builds a version in a folder of its own. */
async function make(commit: string): Promise<void> {
  console.log(`2 of 3: installing and building ${commit} in ${UPDATE_FOLDER}, while the site serves …`)
  // A version that waits for a restart is in this folder.
  if (!readUpdate()?.isTried) rmSync(UPDATE_FILE, { force: true })
  rmSync(UPDATE_FOLDER, { recursive: true, force: true })
  git('worktree', 'prune')
  git('worktree', 'add', '--detach', UPDATE_FOLDER, commit)
  const command = join(UPDATE_FOLDER, 'scripts', 'bootstrap', 'run.mjs')
  if ((await runNode(command, ['build', '--without-types'])) !== 0) {
    throw new UserError(`The new version could not be made: it says above why. ${SAME}\nMend that, then update again.`)
  }
}

/** Through the service manager where it may be used, otherwise says how. */
async function restart(commit: string): Promise<void> {
  const running = lockHolder(join(dataDir(), 'lock'))
  if (!running) return console.log('3 of 3: the new version is ready: npm start starts it.')
  const unit = serviceOf(running.pid)
  const byHand = unit ? `sudo systemctl restart ${unit}` : `stop the site (process ${running.pid}), then npm start`
  console.log('3 of 3: restarting …')
  if (!unit || (await run('systemctl', ['--no-ask-password', 'restart', unit], { quiet: true })) !== 0) {
    return console.log(`The new version is ready, and starts when you restart the site: ${byHand}`)
  }
  for (const end = Date.now() + UP_WITHIN_MS; readUpdate() && Date.now() < end; ) await delay(500)
  if (!readUpdate() && git('rev-parse', 'HEAD') === commit) return console.log('The new version is up.')
  throw new UserError(`The new version did not come up: journalctl -u ${unit} says why. The one before starts again.`)
}

/** The systemd unit whose main process that is. */
function serviceOf(pid: number): string | null {
  const file = `/proc/${pid}/cgroup`
  const unit = existsSync(file) && /\/system\.slice\/([^/\n]+\.service)$/m.exec(readFileSync(file, 'utf8'))?.[1]
  if (!unit) return null
  const { stdout } = spawnSync('systemctl', ['show', '--property=MainPID', '--value', unit], { encoding: 'utf8' })
  return Number(stdout) === pid ? unit : null
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  } catch (cause) {
    throw new UserError(`git ${args[0]} failed: it says above why. ${SAME}\nMend that, then update again.`, { cause })
  }
}
