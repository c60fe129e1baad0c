/** A part of the product, and how many lines it may have. */
type Group = { folders: string[]; lines: number }

/** Whether a file's lines count: what is written by hand and is no test. */
export const isProduct = (file: string) =>
  /\.(ts|tsx|mjs|css|prisma|sql)$/.test(file) && !/\.test\.tsx?$|^prisma\/generated\//.test(file)

/**
 * Counts the lines of each group: those of its folders' files, but for files that stand in a longer folder of another
 * group.
 * @param groups by name, as in ceilings.json
 * @param files texts by path
 * @returns each group with its count, and what is above a ceiling or in no group
 */
export function checkCeilings(groups: Record<string, Group>, files: Record<string, string>) {
  const folders = Object.entries(groups)
    .flatMap(([name, group]) => group.folders.map((folder) => ({ name, folder })))
    .sort((a, b) => b.folder.length - a.folder.length)
  const counts = new Map(Object.keys(groups).map((name) => [name, 0]))
  const faults: string[] = []
  for (const [file, text] of Object.entries(files)) {
    if (!isProduct(file)) continue
    const group = folders.find(({ folder }) => file === folder || file.startsWith(`${folder}/`))
    if (group) counts.set(group.name, (counts.get(group.name) ?? 0) + text.split('\n').length - 1)
    else faults.push(`${file}: in no group of ceilings.json`)
  }
  const counted = Object.entries(groups).map(([name, group]) => ({
    name,
    count: counts.get(name) ?? 0,
    ceiling: group.lines,
  }))
  const above = counted.filter(({ count, ceiling }) => count > ceiling)
  return {
    groups: counted,
    faults: [
      ...above.map(({ name, count, ceiling }) => `${name}: ${count} lines, ${count - ceiling} above its ceiling`),
      ...faults,
    ],
  }
}
