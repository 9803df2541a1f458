// Lets outside authorities sign when lists and notices existed, so that nobody can write them later and claim otherwise. A time
// stamp proves more than our own clock: with the authority's root certificate, nobody needs to trust us.
import { toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { findListTime, findNoticeTime } from '@baobab/contract/scholarship/draw/check-times.ts'
import { formatNotices } from '@baobab/contract/scholarship/draw/files.ts'
import { toStampedName, type TimeStampFile } from '@baobab/contract/scholarship/endpoints.ts'
import { and, asc, eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { drawColumns, type DrawRow } from './draw-rows.ts'
import { readRules } from './publish-rules.ts'
import { readEvents } from './read-events.ts'
import { toNotices } from './rules.ts'
import { draws, timeStamps } from './tables.ts'

type Wanted = { month: string; file: string; hash: string; authority: string; until: string }

/** Retried for days, with up to an hour between two tries. */
export const timeStampsToFetch = defineQueue<Wanted>('time-stamps', { retryLimit: 100 })

type Stamped = {
  month: string
  /** The name of the stamped file, by `toStampedName`. */
  file: string
  bytes: string | Buffer
  /** When a time stamp becomes worthless: the time of the round. */
  until: Date
}

/** Queues a request to each authority for a file's time stamp, in the transaction that publishes the file. */
export async function requestTimeStamps(app: App, tx: Tx, { month, file, bytes, until }: Stamped): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  for (const authority of app.timeStamps.names)
    await app.jobs.send(tx, timeStampsToFetch, { month, file, hash, authority, until: until.toISOString() })
}

/** Requests time stamps for a list being published, and for the notices published with it. */
export async function stampList(app: App, tx: Tx, draw: DrawRow, list: string): Promise<void> {
  const { month, version } = draw
  const { chain } = await readRules(app, tx, month)
  const until = findListTime(draw, toChain(chain))
  await requestTimeStamps(app, tx, { month, file: toStampedName({ version }), bytes: list, until })
  await stampNotices(app, tx, draw.id)
}

/** How long to keep asking for a time stamp that no check needs by a deadline, such as that of an opened seal. */
const NOTICE_MS = 48 * 3_600_000

/** Requests time stamps for all of a draw's notices, one of which is being published. */
export async function stampNotices(app: App, tx: Tx, drawId: string): Promise<void> {
  if (app.timeStamps.names.length === 0) return
  const [draw] = await tx.select(drawColumns).from(draws).where(eq(draws.id, drawId))
  if (!draw) return
  const notices = toNotices({ draw, events: await readEvents(tx, drawId) })
  if (notices.length === 0) return
  const file = toStampedName({ version: draw.version, notices: notices.length })
  const { chain } = await readRules(app, tx, draw.month)
  const by = findNoticeTime(draw, { notices, chain: toChain(chain) })
  const until = by ?? new Date(app.clock.now().getTime() + NOTICE_MS)
  await requestTimeStamps(app, tx, { month: draw.month, file, bytes: formatNotices(draw.protocol, notices), until })
}

/** Fetches a single time stamp, once. Throws if the authority has not sent one, so that it is asked again until the round. */
export async function fetchTimeStamp(app: App, { month, file, hash, authority, until }: Wanted): Promise<void> {
  const isStored = and(eq(timeStamps.month, month), eq(timeStamps.file, file), eq(timeStamps.authority, authority))
  if ((await app.db.$count(timeStamps, isStored)) > 0) return
  // The settings may have changed since.
  if (!app.timeStamps.names.includes(authority)) return
  if (app.clock.now() > new Date(until)) {
    app.log.warn({ month, file, authority }, 'no time stamp has come before the round')
    return
  }
  const { stamp, reply } = await app.timeStamps.stamp(authority, Buffer.from(hash, 'hex'))
  // It would only prove that it came too late.
  if (stamp.at > new Date(until)) return
  await app.db
    .insert(timeStamps)
    .values({ month, file, authority, hash, reply, at: stamp.at, fetchedAt: app.clock.now() })
    .onConflictDoNothing()
}

const toName = ({ file, authority }: { file: string; authority: string }) => `${file}.${authority}.tsr`

/** Lists a month's time stamps, oldest first. */
export async function listTimeStamps(app: App, month: string): Promise<TimeStampFile[]> {
  const { file, authority, hash, at } = timeStamps
  const rows = await app.db
    .select({ file, authority, hash, at })
    .from(timeStamps)
    .where(eq(timeStamps.month, month))
    .orderBy(asc(at), asc(file), asc(authority))
  return rows.map((row) => ({ ...row, name: toName(row), at: row.at.toISOString() }))
}

/** Returns a time stamp exactly as received, or fails with `not_found`. */
export async function readTimeStamp(app: App, { month, name }: { month: string; name: string }): Promise<Buffer> {
  const found = (await listTimeStamps(app, month)).find((stamp) => stamp.name === name) ?? fail('not_found')
  const { file, authority } = found
  const isFound = and(eq(timeStamps.month, month), eq(timeStamps.file, file), eq(timeStamps.authority, authority))
  const [row] = await app.db.select({ reply: timeStamps.reply }).from(timeStamps).where(isFound)
  return row?.reply ?? fail('not_found')
}
