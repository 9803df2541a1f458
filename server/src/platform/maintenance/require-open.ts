// Answers other features' questions about maintenance from memory, without a query.
import { type Maintenance, maintenanceText } from '@baobab/contract/maintenance/endpoints.ts'
import type { App } from '../app.ts'
import { fail } from '../http/errors.ts'
import { phaseAt } from './rules.ts'

type WithState = Pick<App, 'maintenance' | 'clock'>

/** When to retry what maintenance refuses. Pages notice its end by themselves. */
const RETRY_AFTER_SECONDS = 15

/** How long before it starts students are told about planned maintenance. */
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

/** Returns since when running quizzes have been paused; null if they are not. */
export function pausedSince({ maintenance, clock }: WithState): Date | null {
  const current = maintenance.current()
  return current && phaseAt(current, clock.now()) === 'on' ? current.startsAt : null
}

/** Returns the current quiz time, which stands still during maintenance. */
export function quizTime(app: WithState): Date {
  const now = app.clock.now()
  const since = pausedSince(app)
  return since && since < now ? since : now
}

/** Refuses everything that belongs to a running quiz while it is paused. */
export function requireNoPause(app: WithState): void {
  const current = app.maintenance.current()
  const now = app.clock.now()
  if (!current || phaseAt(current, now) !== 'on') return
  fail('maintenance', {
    message: maintenanceText.quizStopped({ ...current, now }),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

/** Refuses a new quiz during maintenance, and shortly before it. */
export function requireQuizzesOpen(app: WithState): void {
  refuseNew(app, (times) =>
    phaseAt(times, times.now) === 'on' ? maintenanceText.on(times) : maintenanceText.closing(times),
  )
}

/** Refuses a new payment at the same times, because a payer needs minutes, and then our reply. */
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
