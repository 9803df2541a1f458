// How much processor time each part of a suite may take, so that no suite grows unnoticed.
import budgets from './budgets.json' with { type: 'json' }
import type { SuiteName } from './suites.ts'

/** By what factor a run may exceed a budget before it fails: processor time varies by a tenth from run to run. */
export const TOLERANCE = 1.2

/** The same for shards, which are divided by the number of files, so that one may get more of the slow ones. */
export const SHARD_TOLERANCE = 2

/** Processor seconds of the loop on the machine for which the limits of 1,150 and 1,500 seconds were set. */
export const LOOP_SECONDS = 0.1

/** The budgets in loops of `calibrate`, by name. A commit that adds tests raises their budget by what they cost, and says so. */
export const readBudgets = (suite: SuiteName): Readonly<Record<string, number>> => budgets[suite]

/** The time that a part took. Parts may share a budget. */
export type Usage = { name: string; budget: string; wallSeconds: number; processorSeconds: number | undefined }

/**
 * Compares the parts of a run with their budgets.
 * @param loopSeconds processor seconds of the calibration loop in this run
 * @returns a line for each part and each budget, and the names of budgets exceeded by more than the tolerance
 */
export function compareWithBudgets(
  usages: readonly Usage[],
  allowed: Readonly<Record<string, number>>,
  loopSeconds: number,
  tolerance = TOLERANCE,
): { lines: string[]; above: string[] } {
  const toLoops = (seconds = 0) => seconds / loopSeconds
  const lines = usages.map(({ name, wallSeconds, processorSeconds: seconds }) => {
    const wall = `${name.padEnd(26)}${wallSeconds.toFixed(0).padStart(5)} s`
    if (seconds === undefined) return wall
    return `${wall}${seconds.toFixed(0).padStart(8)} s${toLoops(seconds).toFixed(0).padStart(8)} loops`
  })
  const totals = Map.groupBy(
    usages.filter(({ processorSeconds }) => processorSeconds !== undefined),
    ({ budget }) => budget,
  )
  const above: string[] = []
  for (const [name, parts] of totals) {
    const loops = parts.reduce((sum, { processorSeconds }) => sum + toLoops(processorSeconds), 0)
    const budget = allowed[name] ?? 0
    lines.push(`Budget of ${name}: ${loops.toFixed(0)} of ${budget} loops`)
    if (loops > budget * tolerance) above.push(name)
  }
  return { lines, above }
}
