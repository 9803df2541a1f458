// Tells every entrant what was published about a draw, before its round: up to two thousand witnesses who would notice
// a list or a notice that was changed afterwards.
import { hashNotices, type DrawNotice } from '@baobab/contract/draw-files.ts'
import { MAX_ATTEMPTS } from '@baobab/contract/draw-schedule.ts'
import { scholarshipText } from '@baobab/contract/scholarship-text.ts'
import { and, eq, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import { createNotification } from '../notifications/create-notification.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { drawColumns } from './draw-rows.ts'
import { readEvents } from './read-events.ts'
import { toNotices } from './rules.ts'
import { drawEntries, draws } from './tables.ts'

export const drawAnnouncements = defineQueue<{ drawId: string }>('draw-announcements', { retryLimit: 20 })
export const drawNotices = defineQueue<{ drawId: string; count: number }>('draw-notices', { retryLimit: 20 })

const BATCH_SIZE = 100

type Entry = typeof drawEntries.$inferSelect & { studentId: string; index: number }
type Announcement = {
  drawId: string
  /** Which entrants have not been told. */
  isPending: SQL | undefined
  message: (entry: Entry) => { title: string; description: string }
  /** What an entry is set to once its entrant has been told. */
  told: Partial<typeof drawEntries.$inferInsert>
}

/** Tells all entrants their numbers and lines and the hash of the list. */
export async function announceList(app: App, { drawId }: { drawId: string }): Promise<void> {
  const [draw] = await app.db.select(drawColumns).from(draws).where(eq(draws.id, drawId))
  if (!draw) return
  const { month, listHash, entrantCount: count, version } = draw
  const { publicUrl } = app.config
  await announce(app, {
    drawId,
    isPending: isNull(drawEntries.announcedAt),
    message: ({ index: number, leaf }) =>
      scholarshipText.entered({
        month,
        number,
        count,
        listHash,
        leaf: leaf ?? '',
        publicUrl,
        isReplacement: version > 1,
      }),
    told: { announcedAt: app.clock.now() },
  })
}

/** Queues the announcement of all notices of a draw, in the transaction that wrote the last of them. */
export async function queueNotices(app: App, tx: Tx, drawId: string): Promise<void> {
  await app.jobs.send(tx, drawNotices, { drawId, count: (await loadNotices(tx, drawId)).length })
}

/** Tells all entrants the hash of the first notices of a draw; those who were told of more are not told again. */
export async function announceNotices(app: App, { drawId, count }: { drawId: string; count: number }): Promise<void> {
  const [draw] = await app.db.select({ month: draws.month }).from(draws).where(eq(draws.id, drawId))
  if (!draw) return
  const notices = (await loadNotices(app.db, drawId)).slice(0, count)
  const values = { ...draw, hash: hashNotices(notices), publicUrl: app.config.publicUrl }
  await announce(app, {
    drawId,
    isPending: lt(drawEntries.noticesTold, count),
    message: ({ noticesTold }) =>
      // Each sentence once: several secret numbers may have been published since the last message.
      scholarshipText.noticed({ ...values, news: [...new Set(notices.slice(noticesTold).map(describeNotice))] }),
    told: { noticesTold: count },
  })
}

/** Returns what an entrant reads about a notice. */
function describeNotice(notice: DrawNotice): string {
  switch (notice.kind) {
    case 'struck':
      return notice.indexes.length === 0
        ? 'We checked the list. Every entry can win.'
        : 'We published which entries cannot win.'
    case 'changed':
      return 'We changed whether an entry can win, and published which one.'
    case 'disqualified':
      return notice.attempt < MAX_ATTEMPTS
        ? 'The entry that was drawn does not get the prize, so the draw is repeated with the same list.'
        : 'The entry that was drawn does not get the prize. This was the last draw, so the month has no winner.'
    case 'fallback':
      return 'The public source did not answer for seven days, so the next source in the rules decides.'
    case 'voided':
      return 'Somebody was missing from the list, so we made it again. The old list does not count any more.'
    case 'refused':
      return 'A witness did not reveal the secret number, so other witnesses replace all of them.'
    case 'witnesses':
      return 'The public number did not come, so witnesses draw the winner.'
    case 'revealed':
      return 'Witnesses have revealed secret numbers.'
  }
}

async function loadNotices(db: App['db'] | Tx, drawId: string) {
  return toNotices(await readEvents(db, drawId))
}

/** Notifies entrants in batches, so that a restart neither forgets nor repeats one. */
async function announce(app: App, announcement: Announcement): Promise<void> {
  while (await app.db.transaction((tx) => announceBatch(app, tx, announcement)));
}

/** @returns whether anybody was left to be told */
async function announceBatch(app: App, tx: Tx, { drawId, isPending, message, told }: Announcement): Promise<boolean> {
  const isEntrant = and(eq(drawEntries.drawId, drawId), isNotNull(drawEntries.index), isPending)
  const found = await tx
    .select({ studentId: drawEntries.studentId })
    .from(drawEntries)
    .where(and(isEntrant, isNotNull(drawEntries.studentId)))
    .orderBy(drawEntries.index)
    .limit(BATCH_SIZE)
  const ids = found.flatMap(({ studentId }) => studentId ?? [])
  if (ids.length === 0) return false
  // The students first, as an erasure does: in the other order, both could wait for each other.
  await tx
    .select({ id: students.id })
    .from(students)
    .where(inArray(students.id, ids))
    .orderBy(students.id)
    .for('key share')
  const isTaken = and(isEntrant, inArray(drawEntries.studentId, ids))
  const entries = await tx.select().from(drawEntries).where(isTaken).orderBy(drawEntries.index).for('update')
  for (const entry of entries as Entry[])
    await createNotification(app, tx, {
      to: { studentId: entry.studentId },
      ...message(entry),
      type: 'scholarship',
      method: 'in-app+email',
    })
  await tx.update(drawEntries).set(told).where(isTaken)
  return true
}
