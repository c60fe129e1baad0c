type Row = { what: string; measured: string; of: string; goal: string }

const rows: Row[] = []

/** Records and prints one figure: what was measured, from what, and the goal. */
export function row(what: string, measured: string, source: string, goal: string): void {
  rows.push({ what, measured, of: source, goal })
  console.log(`${what}: ${measured} (${source}); goal ${goal}`)
}

export function printReport(): void {
  if (rows.length === 0) return
  console.log('\n| what | measured | goal | from |\n|---|---|---|---|')
  for (const { what, measured, of, goal } of rows) console.log(`| ${what} | ${measured} | ${goal} | ${of} |`)
}

export function round(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
