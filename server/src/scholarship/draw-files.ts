// The published files of a draw. Once the draw is over, none of them change except the boards, which lose a name when its
// account is erased.
import { buffer } from 'node:stream/consumers'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { formatBoard } from '@baobab/contract/scholarship/draw/list.ts'
import {
  formatNotices,
  type CommitFile,
  type OpeningFile,
  type ResultFile,
} from '@baobab/contract/scholarship/draw/files.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { drawFileNames, toStampedName, type DrawFileName } from '@baobab/contract/scholarship/endpoints.ts'
import { and, asc, eq, gte } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { formatCsvRow } from '../platform/files/csv.ts'
import { fail } from '../platform/http/errors.ts'
import { readBoardPoints } from './board-points.ts'
import { readLeaf, readListText, type DrawRow } from './draw-rows.ts'
import { findEntrant } from './find-entrant.ts'
import { readClaimsFile } from './list-claims.ts'
import { readRules } from './publish-rules.ts'
import type { LoadedDraw } from './load-draw.ts'
import { toBeacons, toDrawn, toNotices } from './rules.ts'
import { drawEntries, draws, timeStamps, type StoredBoards } from './tables.ts'

/** Reads the time stamps of a list version and its notices, as saved beside the files. */
async function readTimeStampsOf(app: App, { month, version }: DrawRow): Promise<{ name: string; bytes: Buffer }[]> {
  const rows = await app.db
    .select()
    .from(timeStamps)
    .where(eq(timeStamps.month, month))
    .orderBy(asc(timeStamps.file), asc(timeStamps.authority))
  const list = toStampedName({ version })
  const notices = toStampedName({ version, notices: 1 }).replace('0.json', '')
  return rows
    .filter(({ file }) => file === list || (file.startsWith(notices) && /^\d+\.json$/.test(file.slice(notices.length))))
    .map(({ file, authority, reply }) => ({ name: `${file}.${authority}.tsr`, bytes: reply }))
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Returns the names of the files a draw has so far. */
export async function listDrawFiles(app: App, loaded: LoadedDraw): Promise<DrawFileName[]> {
  const { draw, events } = loaded
  const isDrawn = events.some(({ kind }) => kind === 'drawn')
  const missing = new Set<DrawFileName>([
    ...(isDrawn ? [] : ['beacon.json' as const, 'result.json' as const]),
    ...((await readOpening(app, loaded)) ? [] : ['opening.json' as const]),
    ...(draw.protocol === 1 ? [] : ['notices.json' as const]),
  ])
  return [...drawFileNames.filter((name) => !missing.has(name)), ...listNoticeFiles(loaded)]
}

/** Since protocol 2, each notice creates a new file with all notices so far: notices-0.json and so on. */
function listNoticeFiles({ draw, events }: LoadedDraw): DrawFileName[] {
  if (draw.protocol === 1) return []
  return toNotices({ draw, events }).map((_, last) => `notices-${last}.json` as const)
}

/**
 * Returns what the winner's line is computed from; undefined before the draw, while the prize is on hold, and once the account
 * is erased.
 */
async function readOpening(app: App, { draw, state }: LoadedDraw): Promise<OpeningFile | undefined> {
  if (draw.protocol === 1 || (state.state !== 'drawn' && state.state !== 'confirmed')) return undefined
  const { index } = state
  const entrant = await findEntrant(app, app.db, { draw, index })
  if (!entrant || entrant.isHeld || entrant.receipt.protocol === 1) return undefined
  const { category, place, points, username, nonce } = entrant.receipt
  return { index, category, place, points, username, nonce }
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
    ...(draw.boards && { boards: await readShownBoards(app, draw.id, draw.boards) }),
  }
}

/** Reads how many students each leaderboard showed, and its rows at the cut. */
async function readShownBoards(app: App, drawId: string, boards: StoredBoards): Promise<CommitFile['boards']> {
  const rows = await app.db
    .select()
    .from(drawEntries)
    .where(and(eq(drawEntries.drawId, drawId), gte(drawEntries.position, LEADERBOARD_SIZE)))
    .orderBy(asc(drawEntries.position))
  const summarize = (category: AgeCategory) => ({
    shown: boards[category].shown,
    cut: rows
      .filter(({ ageCategory }) => ageCategory === category)
      .map(({ position: place, points, reachedAt }) => ({
        place,
        points,
        reachedAt: reachedAt?.toISOString() ?? null,
      })),
  })
  return { '5-10': summarize('5-10'), '11-20': summarize('11-20') }
}

async function readResult(app: App, { draw, events, state }: LoadedDraw): Promise<ResultFile> {
  const last = events.filter(({ kind }) => kind === 'drawn').at(-1) ?? fail('not_found')
  const { seed } = toDrawn(last)
  const index = state.state === 'drawn' || state.state === 'confirmed' ? state.index : null
  const leaf = index === null ? null : await readLeaf(app.db, draw, index)
  const outcome = index !== null ? 'drawn' : state.state === 'waiting' ? 'open' : 'none'
  return { month: draw.month, list: draw.listHash, attempt: last.attempt, seed, outcome, index, leaf }
}

/** Returns a board's text as of the close. */
async function readBoard(app: App, { id, protocol }: DrawRow, category: AgeCategory): Promise<string> {
  if (protocol === 1) return formatNamedBoard(app, id, category)
  return formatBoard((await readBoardPoints(app.db, id))[category])
}

/**
 * Returns a protocol 1 board: the first thousand, and one more below the cut. Times are shown only at the cut, where they
 * decide, so that the edge can be disputed. Why someone on a board is not in the list is private.
 */
async function formatNamedBoard(app: App, drawId: string, ageCategory: AgeCategory): Promise<string> {
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

/** Returns a file's text, or fails with `not_found` if the draw does not have it yet. */
export async function readDrawFile(app: App, loaded: LoadedDraw, name: DrawFileName): Promise<string> {
  const { draw, chain, events } = loaded
  if (!(await listDrawFiles(app, loaded)).includes(name)) fail('not_found')
  if (name === 'list.txt') return readListText(app.db, draw)
  if (name === 'commit.json') return toJson(await readCommit(app, draw))
  if (name === 'chain.json') return toJson(chain)
  if (name.startsWith('notices')) return formatNoticesUpTo(loaded, name)
  if (name === 'claims.json') return toJson(await readClaimsFile(app.db, draw))
  if (name === 'result.json') return toJson(await readResult(app, loaded))
  if (name === 'board-5-10.csv') return readBoard(app, draw, '5-10')
  if (name === 'board-11-20.csv') return readBoard(app, draw, '11-20')
  if (name === 'opening.json') return toJson(await readOpening(app, loaded))
  if (name === 'rules.txt') return (await readRules(app, app.db, draw.month)).text
  const beacons = toBeacons(events)
  return toJson(beacons.length === 1 ? beacons[0] : beacons)
}

/** Returns a draw's notices up to the one numbered in the file name. */
function formatNoticesUpTo({ draw, events }: LoadedDraw, name: DrawFileName): string {
  const notices = toNotices({ draw, events })
  const last = Number(/\d+/.exec(name)?.[0] ?? notices.length)
  return formatNotices(draw.protocol, notices.slice(0, last + 1))
}

/** Returns the ZIP archive of all of a draw's files and their time stamps. Once the draw is over, its bytes no longer change. */
export async function makeDrawArchive(app: App, loaded: LoadedDraw): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of await listDrawFiles(app, loaded)) {
    const text = await readDrawFile(app, loaded, name)
    zip.addBuffer(Buffer.from(text), name, { mtime: loaded.draw.frozenAt, compress: true })
  }
  for (const { name, bytes } of await readTimeStampsOf(app, loaded.draw))
    zip.addBuffer(bytes, name, { mtime: loaded.draw.frozenAt, compress: true })
  zip.end()
  return buffer(zip.outputStream)
}
