/** A part of the product, and how many lines it may have. */
type Room = { folders: string[]; lines: number }

/** Whether a file's lines count: what is written by hand and is no test. */
export const isProduct = (file: string) =>
  /\.(ts|tsx|mjs|css|prisma|sql)$/.test(file) && !/\.test\.tsx?$|^prisma\/generated\//.test(file)

/**
 * Counts the lines of each room: those of its folders' files, but for files that stand in a longer folder of another
 * room.
 * @param rooms by name, as in ceilings.json
 * @param files texts by path
 * @returns each room with its count, and what is above a ceiling or in no room
 */
export function checkCeilings(rooms: Record<string, Room>, files: Record<string, string>) {
  const folders = Object.entries(rooms)
    .flatMap(([name, room]) => room.folders.map((folder) => ({ name, folder })))
    .sort((a, b) => b.folder.length - a.folder.length)
  const counts = new Map(Object.keys(rooms).map((name) => [name, 0]))
  const faults: string[] = []
  for (const [file, text] of Object.entries(files)) {
    if (!isProduct(file)) continue
    const room = folders.find(({ folder }) => file === folder || file.startsWith(`${folder}/`))
    if (room) counts.set(room.name, (counts.get(room.name) ?? 0) + text.split('\n').length - 1)
    else faults.push(`${file}: in no room of ceilings.json`)
  }
  const counted = Object.entries(rooms).map(([name, room]) => ({
    name,
    count: counts.get(name) ?? 0,
    ceiling: room.lines,
  }))
  const above = counted.filter(({ count, ceiling }) => count > ceiling)
  return {
    rooms: counted,
    faults: [
      ...above.map(({ name, count, ceiling }) => `${name}: ${count} lines, ${count - ceiling} above its ceiling`),
      ...faults,
    ],
  }
}
