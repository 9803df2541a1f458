// The published files of a draw. Once the draw is over, all but the boards are the same bytes for ever; a board loses the name of
// whoever erases the account.
import type { AgeCategory } from '@baobab/contract/age.ts'
import { formatNotices, type CommitFile, type ResultFile } from '@baobab/contract/draw-files.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/limits.ts'
import { drawFileNames, type DrawFileName } from '@baobab/contract/scholarship.ts'
import { and, asc, eq } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { formatCsvRow } from '../platform/files/csv.ts'
import { fail } from '../platform/http/errors.ts'
import { readLeaf, readListText, type DrawRow } from './draw-rows.ts'
import { readClaimsFile } from './list-claims.ts'
import { readRules } from './publish-rules.ts'
import type { LoadedDraw } from './run-draw.ts'
import { toBeacons, toDrawn, toNotices } from './rules.ts'
import { drawEntries, draws } from './tables.ts'

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Returns the names of the files that a draw has so far. */
export function listDrawFiles({ events }: LoadedDraw): DrawFileName[] {
  const isDrawn = events.some(({ kind }) => kind === 'drawn')
  return drawFileNames.filter((name) => isDrawn || (name !== 'beacon.json' && name !== 'result.json'))
}

async function readCommit(app: App, draw: DrawRow): Promise<CommitFile> {
  const { month, version, listHash, round, entrantCount, frozenAt } = draw
  const [replaced] = await app.db
    .select({ listHash: draws.listHash })
    .from(draws)
    .where(and(eq(draws.month, month), eq(draws.version, version - 1)))
  return {
    month,
    list: listHash,
    round,
    entrants: entrantCount,
    publishedAt: frozenAt.toISOString(),
    ...(replaced && { replaces: replaced.listHash }),
  }
}

async function readResult(app: App, { draw, events, state }: LoadedDraw): Promise<ResultFile> {
  const last = events.filter(({ kind }) => kind === 'drawn').at(-1) ?? fail('not_found')
  const { seed } = toDrawn(last)
  const index = state.state === 'drawn' || state.state === 'confirmed' ? state.index : null
  const leaf = index === null ? null : await readLeaf(app.db, draw, index)
  const outcome = index !== null ? 'drawn' : state.state === 'waiting' ? 'open' : 'none'
  return { month: draw.month, list: draw.listHash, attempt: last.attempt, seed, outcome, index, leaf }
}

/**
 * Returns a board at the close: the first thousand, and one more below the cut. The times are shown at the cut only, where they
 * decide, so that the edge can be disputed. Why somebody on a board is not in the list is nobody else's business.
 */
async function formatBoard(app: App, drawId: string, ageCategory: AgeCategory): Promise<string> {
  const rows = await app.db
    .select({ entry: drawEntries, username: students.username })
    .from(drawEntries)
    .leftJoin(students, eq(students.id, drawEntries.studentId))
    .where(and(eq(drawEntries.drawId, drawId), eq(drawEntries.ageCategory, ageCategory)))
    .orderBy(asc(drawEntries.position))
  const lines = rows.map(({ entry: { position, points, reachedAt }, username }) =>
    formatCsvRow([
      position,
      username ?? 'deleted',
      points,
      position >= LEADERBOARD_SIZE ? (reachedAt?.toISOString() ?? '') : '',
    ]),
  )
  return formatCsvRow(['place', 'username', 'points', 'reached']) + lines.join('')
}

/** Returns the text of a file, or fails with `not_found` if the draw does not have it yet. */
export async function readDrawFile(app: App, loaded: LoadedDraw, name: DrawFileName): Promise<string> {
  const { draw, chain, events } = loaded
  if (!listDrawFiles(loaded).includes(name)) fail('not_found')
  if (name === 'list.txt') return readListText(app.db, draw)
  if (name === 'commit.json') return toJson(await readCommit(app, draw))
  if (name === 'chain.json') return toJson(chain)
  if (name === 'notices.json') return formatNotices(toNotices(events))
  if (name === 'claims.json') return toJson(await readClaimsFile(app.db, draw))
  if (name === 'result.json') return toJson(await readResult(app, loaded))
  if (name === 'board-5-10.csv') return formatBoard(app, draw.id, '5-10')
  if (name === 'board-11-20.csv') return formatBoard(app, draw.id, '11-20')
  if (name === 'rules.txt') return (await readRules(app, app.db, draw.month)).text
  const beacons = toBeacons(events)
  return toJson(beacons.length === 1 ? beacons[0] : beacons)
}

/** Returns the ZIP archive with all files of a draw. The same draw always gives the same bytes. */
export async function makeDrawArchive(app: App, loaded: LoadedDraw): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of listDrawFiles(loaded)) {
    const text = await readDrawFile(app, loaded, name)
    zip.addBuffer(Buffer.from(text), name, { mtime: loaded.draw.frozenAt, compress: true })
  }
  zip.end()
  return buffer(zip.outputStream)
}
