// What other features ask about maintenance, from memory: no query.
import { type Maintenance, maintenanceText } from '@baobab/contract/maintenance/endpoints.ts'
import type { App } from '../app.ts'
import { fail } from '../http/errors.ts'
import { phaseAt } from './rules.ts'

type WithState = Pick<App, 'maintenance' | 'clock'>

/** When to try again what maintenance refuses: pages learn of its end by themselves. */
const RETRY_AFTER_SECONDS = 15

/** How long before its beginning students read of planned maintenance. */
const ANNOUNCED_MS = 24 * 3_600_000

/** Returns the maintenance as students see it; null if there is none within a day. */
export function readMaintenance({ maintenance, clock }: WithState): Maintenance | null {
  const current = maintenance.current()
  if (!current) return null
  const { startsAt, expectedEndAt } = current
  const now = clock.now()
  const phase = phaseAt(current, now)
  if (startsAt.getTime() - now.getTime() > ANNOUNCED_MS) return null
  return { phase, startsAt: startsAt.toISOString(), expectedEndAt: expectedEndAt.toISOString() }
}

/** Returns since when running quizzes are paused; null if they are not. */
export function pausedSince({ maintenance, clock }: WithState): Date | null {
  const current = maintenance.current()
  return current && phaseAt(current, clock.now()) === 'on' ? current.startsAt : null
}

/** Returns the present time of quizzes: it stands still during a maintenance. */
export function quizTime(app: WithState): Date {
  const now = app.clock.now()
  const since = pausedSince(app)
  return since && since < now ? since : now
}

/** Refuses what belongs to a running quiz while it stands still. */
export function requireNoPause(app: WithState): void {
  const current = app.maintenance.current()
  const now = app.clock.now()
  if (!current || phaseAt(current, now) !== 'on') return
  fail('maintenance', {
    message: maintenanceText.quizStopped({ ...current, now }),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

/** Refuses a new quiz during a maintenance, and shortly before a planned one. */
export function requireQuizzesOpen(app: WithState): void {
  refuseNew(app, (times) =>
    phaseAt(times, times.now) === 'on' ? maintenanceText.on(times) : maintenanceText.closing(times),
  )
}

/** Refuses a new payment at the same times: a payer needs minutes, and then our reply. */
export function requirePaymentsOpen(app: WithState): void {
  refuseNew(app, maintenanceText.noPayments)
}

function refuseNew(
  { maintenance, clock }: WithState,
  explain: (times: { startsAt: Date; expectedEndAt: Date; now: Date }) => string,
): void {
  const current = maintenance.current()
  const now = clock.now()
  if (!current || phaseAt(current, now) === 'planned') return
  fail('maintenance', { message: explain({ ...current, now }), retryAfterSeconds: RETRY_AFTER_SECONDS })
}
