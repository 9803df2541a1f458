// Lets one at a time write an upload, on whichever server: a lease in its row, said again each second, that ends with
// whoever holds it. A newcomer asks for it: after a lost connection, that is the same admin coming back.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { videosText } from '@baobab/contract/videos-text.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { resumableUploads } from '../tables.ts'

const LEASE_MS = 10_000
const BEAT_MS = 1_000
const TRY_MS = 100
const WAIT_MS = 30_000

export type Held = { unlock(): Promise<void> }

type Waiting = {
  signal?: AbortSignal
  /** Called once where another waits for the upload, or where the lease was lost. */
  onWanted?: () => unknown
}

const now = sql`clock_timestamp()`
const leaseEnd = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`

/** Takes the upload if nobody has it; else says that it is wanted. 'gone' where there is no such upload. */
async function tryLock(app: App, id: string, holder: string): Promise<'held' | 'busy' | 'gone'> {
  const isMine = eq(resumableUploads.id, id)
  const taken = await app.db
    .update(resumableUploads)
    .set({ holder, heldUntil: leaseEnd, isWanted: false, touchedAt: app.clock.now() })
    .where(and(isMine, sql`(${resumableUploads.holder} is null or ${resumableUploads.heldUntil} < ${now})`))
    .returning({ id: resumableUploads.id })
  if (taken.length > 0) return 'held'
  const found = await app.db
    .update(resumableUploads)
    .set({ isWanted: true })
    .where(isMine)
    .returning({ id: resumableUploads.id })
  return found.length > 0 ? 'busy' : 'gone'
}

/** Says each second that the lease goes on; answers how to stop. */
function keepLease(app: App, { id, holder, onWanted }: { id: string; holder: string } & Waiting) {
  const stopping = new AbortController()
  let tell = onWanted
  const beat = async () => {
    const [row] = await app.db
      .update(resumableUploads)
      .set({ heldUntil: leaseEnd })
      .where(and(eq(resumableUploads.id, id), eq(resumableUploads.holder, holder)))
      .returning({ isWanted: resumableUploads.isWanted })
    if (row && !row.isWanted) return
    tell?.()
    tell = undefined
  }
  const run = async () => {
    const { signal } = stopping
    const pause = () => delay(BEAT_MS, true, { signal, ref: false }).catch(() => false)
    while (await pause()) await beat().catch((error: unknown) => app.log.warn({ err: error }, 'a lease was not told'))
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

/**
 * Holds an upload until `unlock`. Refuses with 404 where it is gone, with 503 where somebody holds it for half a minute
 * and does not let go.
 */
export async function lockUpload(app: App, id: string, { signal, onWanted }: Waiting = {}): Promise<Held> {
  const holder = randomUUID()
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const outcome = await tryLock(app, id, holder)
    if (outcome === 'held') break
    if (outcome === 'gone') fail('not_found', { message: videosText.uploadGone })
    if (signal?.aborted || performance.now() > deadline) fail('busy', { retryAfterSeconds: 2 })
    await delay(TRY_MS)
  }
  const stop = keepLease(app, { id, holder, ...(onWanted ? { onWanted } : {}) })
  return {
    async unlock() {
      await stop()
      const mine = and(eq(resumableUploads.id, id), eq(resumableUploads.holder, holder))
      await app.db.update(resumableUploads).set({ holder: null, heldUntil: null }).where(mine)
    },
  }
}
