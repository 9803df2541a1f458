// Every server keeps the current maintenance in memory, so that answers and pages need no query for it.
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { MaintenanceState } from '../app.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import type { PubSub } from '../database/pub-sub.ts'
import { nextPhaseIn, type MaintenanceTimes } from './rules.ts'

export const MAINTENANCE_TOPIC = 'maintenance'

/** How often to read it again, in case a message was lost. */
const READ_EVERY_MS = 10_000
/** The longest timer that Node supports. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Reads the planned or current maintenance. */
export async function readOpenMaintenance(db: Db): Promise<MaintenanceTimes | undefined> {
  const { rows } = await db.execute<Record<keyof MaintenanceTimes, string>>(
    sql`select starts_at as "startsAt", expected_end_at as "expectedEndAt" from maintenances where ended_at is null`,
  )
  const [row] = rows
  return row && { startsAt: new Date(row.startsAt), expectedEndAt: new Date(row.expectedEndAt) }
}

type Opening = { db: Db; pubSub: PubSub; clock: Clock; log: Logger }

/** Reads the maintenance, and follows changes by other servers and commands. */
export async function openMaintenance({ db, pubSub, clock, log }: Opening): Promise<MaintenanceState> {
  const listeners = new Set<() => void>()
  let current = await readOpenMaintenance(db)
  let timer: NodeJS.Timeout | undefined
  const announce = () => {
    for (const listener of listeners) listener()
    watchPhase()
  }
  const watchPhase = () => {
    clearTimeout(timer)
    const ms = current && nextPhaseIn(current, clock.now())
    if (ms !== undefined) timer = setTimeout(announce, Math.min(ms, MAX_TIMER_MS)).unref()
  }
  // One read at a time, so that an older result never replaces a newer one.
  let reading = Promise.resolve()
  const refresh = () => {
    reading = reading.then(async () => {
      const before = current
      current = await readOpenMaintenance(db)
      if (!isSame(before, current)) announce()
    })
    return reading
  }
  let hasFailed = false
  const refreshLogged = () =>
    refresh().then(
      () => void (hasFailed = false),
      (error: unknown) => {
        // The next read must not fail because this one did.
        reading = Promise.resolve()
        // Tried again every ten seconds, but logged only once.
        if (!hasFailed) log.warn({ err: error }, 'the maintenance mode could not be read')
        hasFailed = true
      },
    )
  watchPhase()
  const unsubscribe = pubSub.subscribe(MAINTENANCE_TOPIC, () => void refreshLogged())
  const interval = setInterval(() => void refreshLogged(), READ_EVERY_MS).unref()
  return {
    current: () => current,
    refresh: refreshLogged,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      unsubscribe()
      clearInterval(interval)
      clearTimeout(timer)
      await reading.catch(() => undefined)
    },
  }
}

function isSame(a: MaintenanceTimes | undefined, b: MaintenanceTimes | undefined): boolean {
  return a?.startsAt.getTime() === b?.startsAt.getTime() && a?.expectedEndAt.getTime() === b?.expectedEndAt.getTime()
}
