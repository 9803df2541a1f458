// Measures processor time: of a whole process tree, and of a fixed piece of work that shows how fast this machine is.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second on every architecture. */
const TICKS_PER_SECOND = 100

/**
 * Returns the user and system processor seconds of all ended processes below this one. Linux adds a process to its parent's sum
 * when the parent waits for it, so a process whose parent was killed is not included.
 * @returns undefined on systems without `/proc`
 */
export function readChildrenSeconds(): number | undefined {
  try {
    return parseChildrenSeconds(readFileSync('/proc/self/stat', 'utf8'))
  } catch {
    return undefined
  }
}

/** Reads `cutime` and `cstime`, fields 16 and 17 in proc_pid_stat(5). The name in field 2 may contain spaces and brackets. */
export function parseChildrenSeconds(stat: string): number {
  const fromField3 = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fromField3[13]) + Number(fromField3[14])) / TICKS_PER_SECOND
}

/** Does what tests mostly do: run JavaScript, allocate, sort, parse and hash. Takes about a tenth of a second. */
function work(): number {
  const rows = Array.from({ length: 80_000 }, (_, index) => ({ id: (index * 7_919) % 80_021, name: `row ${index}` }))
  const sorted = rows.toSorted((one, other) => one.id - other.id)
  const text = JSON.stringify(sorted)
  const hash = createHash('sha256')
  for (let round = 0; round < 10; round += 1) hash.update(text)
  return (JSON.parse(text) as unknown[]).length + hash.digest().length
}

/** Runs the calibration loop once. @returns its processor seconds */
export function calibrate(): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000_000
}

/** Returns the median; for an even count, the higher of the two middle values. */
export function findMedian(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
