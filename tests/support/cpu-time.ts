/** The milliseconds of processor time this process takes for it: a busy machine adds nothing to them. */
export function cpuTimeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
