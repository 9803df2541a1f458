// The form that switches maintenance on, as text fields, and what it sends.
import type { MaintenanceForm } from '@baobab/contract/maintenance/endpoints.ts'
import type * as z from 'zod/mini'
import { fromLagosField } from '../notifications/admin/lagos-time.ts'

/** `soon`: once the quizzes that run now are over. */
export type MaintenanceValues = { begin: 'soon' | 'now' | 'later'; startsAt: string; minutes: string }

/** Longer than a quiz with extra time: no quiz starts meanwhile, and those that run end. */
const SOON_MINUTES = 5

const MINUTE_MS = 60_000

/**
 * Returns what the form sends.
 * @param now the server's time
 */
export function toMaintenance(
  { begin, startsAt, minutes }: MaintenanceValues,
  now: Date,
): z.input<typeof MaintenanceForm> {
  const start = readStart(begin, startsAt, now)
  const from = start === undefined ? now : new Date(start)
  const end = new Date(from.getTime() + Number(minutes) * MINUTE_MS)
  const expectedEndAt = Number.isNaN(end.getTime()) ? '' : end.toISOString()
  return start === undefined ? { expectedEndAt } : { startsAt: start, expectedEndAt }
}

/** Returns when it begins: undefined for now, '' if the field is not complete. */
function readStart(begin: MaintenanceValues['begin'], typed: string, now: Date): string | undefined {
  if (begin === 'now') return undefined
  if (begin === 'soon') return new Date(now.getTime() + SOON_MINUTES * MINUTE_MS).toISOString()
  return fromLagosField(typed) ?? ''
}
