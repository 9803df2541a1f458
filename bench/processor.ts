// The processor time that a process took: on a machine that others use too, it says more than the clock does.
import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second whatever its own clock does (proc(5), sysconf(_SC_CLK_TCK)). */
const TICK_MS = 10

/** Milliseconds that a process has computed for, its own and the kernel's for it; NaN where nothing tells. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // After the name, which may hold anything, field 14 and 15 of the manual are at 11 and 12.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Runs something and answers with it what a process computed meanwhile. */
export async function whileCounting<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const before = await processorMs(pid)
  const result = await work()
  return { result, ms: (await processorMs(pid)) - before }
}
