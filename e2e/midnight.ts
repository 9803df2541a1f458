// Keeps midnight in Lagos out of tests that count days.
import { setTimeout as delay } from 'node:timers/promises'

const DAY_MS = 24 * 3_600_000
/** Longer than such a test takes, even on a busy machine. */
const NEAR_MS = 120_000

/** If midnight is near, waits until it has passed: otherwise a test's first steps would count as yesterday's by the time it ends. */
export async function passMidnight(): Promise<void> {
  // Lagos is an hour ahead of UTC all year.
  const left = DAY_MS - ((Date.now() + 3_600_000) % DAY_MS)
  if (left < NEAR_MS) await delay(left + 1_000)
}
