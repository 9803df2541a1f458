// Tells every entrant what was published about a draw before its round: up to two thousand witnesses who would notice if a list
// or a notice were changed later.
import { toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { findNoticeTime } from '@baobab/contract/scholarship/draw/check-times.ts'
import { findRank } from '@baobab/contract/scholarship/draw/list.ts'
import { findDueAttempt } from '@baobab/contract/scholarship/draw/attempt.ts'
import { timeOfRound, type Chain, MAX_ATTEMPTS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { formatCode, formatReceipt } from '@baobab/contract/scholarship/draw/rules.ts'
import { hashNotices, type DrawNotice } from '@baobab/contract/scholarship/draw/files.ts'
import { leftOutSentences } from '@baobab/contract/scholarship/endpoints.ts'
import { scholarshipMessages } from '@baobab/contract/scholarship/text.ts'
import { and, eq, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import { createNotification } from '../notifications/create-notification.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { readBoardPoints } from './board-points.ts'
import { drawTexts, findTextNumber } from './draw-texts.ts'
import { drawColumns, type DrawRow } from './draw-rows.ts'
import { readRules } from './publish-rules.ts'
import { readEvents } from './read-events.ts'
import { toReceipt } from './receipts.ts'
import { toNotices } from './rules.ts'
import { stampNotices } from './time-stamps.ts'
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
  /** Whether entrants without an email get a text message too. Notices would be too many of them. */
  hasTexts: boolean
  /** The values set on an entry once its entrant has been told. */
  told: { announcedAt?: Date; noticesTold: SQL<number> }
}

/** Tells all entrants their number, their line and the list's hash. */
export async function announceList(app: App, { drawId }: { drawId: string }): Promise<void> {
  const [draw] = await app.db.select(drawColumns).from(draws).where(eq(draws.id, drawId))
  if (!draw) return
  const { month, listHash, entrantCount: count, version, protocol, round } = draw
  const notices = (await loadNotices(app.db, draw)).slice(0, WITH_LIST[protocol])
  const { chain } = await readRules(app, app.db, month)
  const due = { round, at: timeOfRound(toChain(chain), round) }
  const boards = protocol === 1 ? undefined : await readBoardPoints(app.db, drawId)
  await announce(app, {
    drawId,
    isPending: isNull(drawEntries.announcedAt),
    message: (entry) => {
      const { ageCategory, position: place, points, leftOut } = entry
      const receipt = toReceipt(draw, entry)
      return scholarshipMessages.entered({
        month,
        version,
        index: entry.index,
        count,
        struckBecause: leftOut ? leftOutSentences[leftOut] : undefined,
        codes: {
          list: formatCode('list', listHash),
          line: formatCode('line', entry.leaf ?? ''),
          notices: notices.length > 0 ? formatCode('notices', hashNotices(protocol, notices)) : undefined,
        },
        receipt: receipt ? formatReceipt(receipt) : '',
        board: boards && { place, points, rank: findRank(boards[ageCategory], place) },
        due,
        publicUrl: app.config.publicUrl,
        isReplacement: version > 1,
      })
    },
    hasTexts: true,
    told: { announcedAt: app.clock.now(), noticesTold: tellAtLeast(notices.length) },
  })
}

/** Other messages, which are queued separately, may have told more. */
const tellAtLeast = (count: number): SQL<number> => sql<number>`greatest(${drawEntries.noticesTold}, ${count}::integer)`

/** How many notices are published together with a list, by protocol: since protocol 2, the one about struck out entrants. */
const WITH_LIST = { 1: 0, 2: 1 } as const

/** Queues the announcement of all of a draw's notices, in the transaction that wrote the last one. */
export async function queueNotices(app: App, tx: Tx, drawId: string): Promise<void> {
  await app.jobs.send(tx, drawNotices, { drawId, count: (await loadNotices(tx, await findDrawRow(tx, drawId))).length })
  await stampNotices(app, tx, drawId)
}

/** Tells all entrants the hash of a draw's first notices, except those who have already been told of more. */
export async function announceNotices(app: App, { drawId, count }: { drawId: string; count: number }): Promise<void> {
  const draw = await findDrawRow(app.db, drawId)
  const { month, protocol, version } = draw
  const notices = (await loadNotices(app.db, draw)).slice(0, count)
  const code = formatCode('notices', hashNotices(protocol, notices))
  const { chain } = await readRules(app, app.db, month)
  const due = findRoundAfter(draw, notices, toChain(chain))
  const values = { month, version, code, due, publicUrl: app.config.publicUrl }
  const out = listOutNumbers(notices)
  await announce(app, {
    drawId,
    isPending: lt(drawEntries.noticesTold, count),
    message: (entry) => {
      const isLeftOut = entry.leftOut !== null || out.has(entry.index)
      const news = notices.slice(entry.noticesTold).map((notice) => describeNotice(notice, isLeftOut))
      // Each sentence once, because several secret numbers may have been published since the last message.
      return scholarshipMessages.noticed({ ...values, news: [...new Set(news)] })
    },
    hasTexts: false,
    told: { noticesTold: tellAtLeast(count) },
  })
}

/**
 * Returns the round before which a message about notices has to arrive to prove anything. It is the same however late the
 * message is created. @returns undefined if the last notice affects no future round
 */
function findRoundAfter(draw: DrawRow, notices: readonly DrawNotice[], chain: Chain) {
  const last = notices.at(-1)
  if (!last || !findNoticeTime(draw, { notices, chain })) return undefined
  if (last.kind === 'voided') return { round: draw.round, at: timeOfRound(chain, draw.round) }
  const due = findDueAttempt(draw, { attempt: last.attempt, notices, chain })
  return due && { round: due.round, at: timeOfRound(due.chain, due.round) }
}

/** Returns the numbers that cannot win (any more): those struck out, and those of former winners. */
const listOutNumbers = (notices: readonly DrawNotice[]) =>
  new Set(
    notices.flatMap((notice) => {
      if (notice.kind === 'struck') return notice.indexes
      return notice.kind === 'disqualified' ? notice.index : []
    }),
  )

/** Returns the text about a notice for an entrant. @param isLeftOut whether the entrant's number cannot win */
function describeNotice(notice: DrawNotice, isLeftOut: boolean): string {
  switch (notice.kind) {
    case 'struck':
      if (notice.nonce !== undefined)
        return 'We published which numbers could not win. This was secret before the draw.'
      return `We checked the list. Your number ${isLeftOut ? 'cannot' : 'can'} win.`
    case 'sealed':
      return 'We have decided which numbers cannot win. The list is short, so we publish them after the draw.'
    case 'changed':
      return 'We changed whether one number can win. The draw page says which one.'
    case 'disqualified':
      return notice.attempt < MAX_ATTEMPTS
        ? 'The winner does not get the prize, so we pick another one from the same list.'
        : 'The winner does not get the prize. This was the last draw, so the month has no winner.'
    case 'fallback':
      return 'The public number did not arrive within seven days, so the next source in the rules gives it.'
    case 'voided':
      return 'Somebody was missing from the list, so we made it again. Only the new list counts.'
    case 'refused':
      return 'A witness did not reveal the secret number, so other witnesses replace all of them.'
    case 'witnesses':
      return 'The public number is late, so witnesses draw the winner.'
    case 'revealed':
      return 'Witnesses have revealed secret numbers.'
  }
}

async function loadNotices(db: App['db'] | Tx, draw: DrawRow) {
  return toNotices({ draw, events: await readEvents(db, draw.id) })
}

async function findDrawRow(db: App['db'] | Tx, id: string): Promise<DrawRow> {
  const [draw] = await db.select(drawColumns).from(draws).where(eq(draws.id, id))
  if (!draw) throw new Error('There is no such draw.')
  return draw
}

/** Notifies entrants in batches, so that a restart neither skips nor repeats any. */
async function announce(app: App, announcement: Announcement): Promise<void> {
  while (await app.db.transaction((tx) => announceBatch(app, tx, announcement)));
}

/** @returns whether anyone was left to notify */
async function announceBatch(
  app: App,
  tx: Tx,
  { drawId, isPending, message, hasTexts, told }: Announcement,
): Promise<boolean> {
  const isEntrant = and(eq(drawEntries.drawId, drawId), isNotNull(drawEntries.index), isPending)
  const found = await tx
    .select({ studentId: drawEntries.studentId })
    .from(drawEntries)
    .where(and(isEntrant, isNotNull(drawEntries.studentId)))
    .orderBy(drawEntries.index)
    .limit(BATCH_SIZE)
  const ids = found.flatMap(({ studentId }) => studentId ?? [])
  if (ids.length === 0) return false
  // The students first, as an erasure does, because the opposite order could deadlock.
  const { id, email, emailBouncedAt, erasedAt, provedNumber } = students
  const entrants = await tx
    .select({ id, email, emailBouncedAt, erasedAt, provedNumber })
    .from(students)
    .where(inArray(id, ids))
    .orderBy(id)
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
  // Only the entries that are locked, because another server may have announced the others while this one waited.
  const toTell = new Set(hasTexts ? entries.map(({ studentId }) => studentId) : [])
  for (const entrant of entrants)
    if (toTell.has(entrant.id) && findTextNumber(entrant) !== undefined)
      await app.jobs.send(tx, drawTexts, { kind: 'entered', drawId, studentId: entrant.id })
  await tx.update(drawEntries).set(told).where(isTaken)
  return true
}
