// Allows only one request at a time to write an upload, across all servers. The holder of the lock renews a lease in
// the upload's row each second, so the lease of a crashed server expires by itself. A waiting request makes the holder
// stop, because it usually comes from the same admin after a lost connection.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { videosReplyText } from '@baobab/contract/videos/text.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { resumableUploads } from '../tables.ts'

const LEASE_MS = 10_000
const RENEW_MS = 1_000
const RETRY_MS = 100
const WAIT_MS = 30_000

export type UploadLock = { unlock(): Promise<void> }

type LockOptions = {
  /** Stops waiting for the lock. */
  signal?: AbortSignal
  /** Called once, when another request waits for the upload or when the lease was lost. */
  onWanted?: () => unknown
}

const now = sql`clock_timestamp()`
const leaseEnd = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`

/** Takes the lease if it is free, and otherwise records that another request is waiting. */
async function tryLock(app: App, id: string, holder: string): Promise<'locked' | 'busy' | 'missing'> {
  const isUpload = eq(resumableUploads.id, id)
  const locked = await app.db
    .update(resumableUploads)
    .set({ holder, heldUntil: leaseEnd, isWanted: false, touchedAt: app.clock.now() })
    .where(and(isUpload, sql`(${resumableUploads.holder} is null or ${resumableUploads.heldUntil} < ${now})`))
    .returning({ id: resumableUploads.id })
  if (locked.length > 0) return 'locked'
  const marked = await app.db
    .update(resumableUploads)
    .set({ isWanted: true })
    .where(isUpload)
    .returning({ id: resumableUploads.id })
  return marked.length > 0 ? 'busy' : 'missing'
}

/** Renews the lease each second. Returns a function that stops that. */
function startRenewing(app: App, { id, holder, onWanted }: { id: string; holder: string } & LockOptions) {
  const stopping = new AbortController()
  let notify = onWanted
  const renew = async () => {
    const [row] = await app.db
      .update(resumableUploads)
      .set({ heldUntil: leaseEnd })
      .where(and(eq(resumableUploads.id, id), eq(resumableUploads.holder, holder)))
      .returning({ isWanted: resumableUploads.isWanted })
    if (row && !row.isWanted) return
    notify?.()
    notify = undefined
  }
  const run = async () => {
    const { signal } = stopping
    const pause = () => delay(RENEW_MS, true, { signal, ref: false }).catch(() => false)
    while (await pause())
      await renew().catch((error: unknown) => app.log.warn({ err: error }, 'failed to renew the lease of an upload'))
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

/**
 * Locks an upload until `unlock` is called. Refuses with 404 if there is no such upload, and with 503 if another
 * request has not released it within half a minute.
 */
export async function lockUpload(app: App, id: string, { signal, onWanted }: LockOptions = {}): Promise<UploadLock> {
  const holder = randomUUID()
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const outcome = await tryLock(app, id, holder)
    if (outcome === 'locked') break
    if (outcome === 'missing') fail('not_found', { message: videosReplyText.uploadGone })
    if (signal?.aborted || performance.now() > deadline) fail('busy', { retryAfterSeconds: 2 })
    await delay(RETRY_MS)
  }
  const stopRenewing = startRenewing(app, { id, holder, ...(onWanted ? { onWanted } : {}) })
  return {
    async unlock() {
      await stopRenewing()
      const isHeld = and(eq(resumableUploads.id, id), eq(resumableUploads.holder, holder))
      await app.db.update(resumableUploads).set({ holder: null, heldUntil: null }).where(isHeld)
    },
  }
}
