// How much processor time each part of a suite may take, so that no suite grows unseen.
import budgets from './budgets.json' with { type: 'json' }
import type { SuiteName } from './suites.ts'

/** By how much a part may pass its budget before the run fails: processor time differs by a tenth from run to run. */
export const TOLERANCE = 1.2

/** The same for a part of the tests: shards are made by the number of files, so that one may get more of the heavy ones. */
export const SHARD_TOLERANCE = 2

/** Processor seconds of the loop on the machine on which the limits of 1,150 and 1,500 seconds were set. */
export const LOOP_SECONDS = 0.1

/** Loops of `calibrate` that each part may take. A commit that adds tests raises its part by what they cost, and says so. */
export const readBudgets = (suite: SuiteName): Readonly<Record<string, number>> => budgets[suite]

export type Usage = { name: string; wallSeconds: number; processorSeconds: number | undefined }

/**
 * Compares the parts of a run with their budgets.
 * @param loopSeconds processor seconds of the calibration loop in this run
 * @returns a line for each part, and the names of those above their budget by more than the tolerance
 */
export function compareWithBudgets(
  usages: readonly Usage[],
  allowed: Readonly<Record<string, number>>,
  loopSeconds: number,
  tolerance = TOLERANCE,
): { lines: string[]; above: string[] } {
  const above: string[] = []
  const lines = usages.map(({ name, wallSeconds, processorSeconds }) => {
    const wall = `${name.padEnd(26)}${wallSeconds.toFixed(0).padStart(5)} s`
    if (processorSeconds === undefined) return wall
    const [loops, budget] = [processorSeconds / loopSeconds, allowed[name] ?? 0]
    if (loops > budget * tolerance) above.push(name)
    return `${wall}${processorSeconds.toFixed(0).padStart(8)} s${loops.toFixed(0).padStart(8)} of ${budget} loops`
  })
  return { lines, above }
}
