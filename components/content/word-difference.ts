/** A run of a text, and whether the other text lacks it. */
export type Run = { text: string; only: boolean }

/** Beyond this many comparisons what lies between the common start and end is marked as a whole. */
const MAX_COMPARISONS = 4_000_000

/** Two texts cut into runs: joined they are the texts again, and what is in both is marked in neither. */
export function wordDifference(one: string, other: string): { one: Run[]; other: Run[] } {
  const mine = words(one)
  const theirs = words(other)
  let start = 0
  while (start < mine.length && start < theirs.length && mine[start] === theirs[start]) start += 1
  let end = 0
  const most = Math.min(mine.length, theirs.length) - start
  while (end < most && mine.at(-1 - end) === theirs.at(-1 - end)) end += 1

  const middle = [mine.slice(start, mine.length - end), theirs.slice(start, theirs.length - end)] as const
  const kept = commonWords(...middle)
  const around = (all: string[], inner: string[], isKept: boolean[]) =>
    runs([
      ...all.slice(0, start).map((text) => ({ text, only: false })),
      ...inner.map((text, index) => ({ text, only: isKept[index] !== true })),
      ...all.slice(all.length - end).map((text) => ({ text, only: false })),
    ])
  return { one: around(mine, middle[0], kept.mine), other: around(theirs, middle[1], kept.theirs) }
}

/** Words with the white space after them, so that nothing is lost. */
function words(text: string): string[] {
  return text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? []
}

/** Which words belong to the longest common sequence. */
function commonWords(mine: string[], theirs: string[]): { mine: boolean[]; theirs: boolean[] } {
  const kept = { mine: mine.map(() => false), theirs: theirs.map(() => false) }
  const width = theirs.length + 1
  if (mine.length * theirs.length > MAX_COMPARISONS) return kept
  const lengths = new Uint32Array((mine.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = mine.length - 1; row >= 0; row -= 1) {
    for (let column = theirs.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        mine[row] === theirs[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  for (let row = 0, column = 0; row < mine.length && column < theirs.length; ) {
    if (mine[row] === theirs[column]) {
      kept.mine[row] = true
      kept.theirs[column] = true
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return kept
}

function runs(parts: Run[]): Run[] {
  const joined: Run[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last && last.only === part.only) last.text += part.text
    else joined.push({ ...part })
  }
  return joined
}
