// A process's processor time, which is more reliable than elapsed time on a shared machine.
import { readFile } from 'node:fs/promises'

/** Linux reports hundredths of a second (proc(5), sysconf(_SC_CLK_TCK)). */
const TICK_MS = 10

/** Returns the user and system time of a process in milliseconds; NaN if the system does not report it. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Split after the name, which may contain any character: fields 14 and 15 of the manual page are then 11 and 12.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Runs `work`, and returns its result and the processor time that a process used in the meantime. */
export async function whileCounting<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const before = await processorMs(pid)
  const result = await work()
  return { result, ms: (await processorMs(pid)) - before }
}
