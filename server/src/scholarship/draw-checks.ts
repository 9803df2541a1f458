// Repeats every draw from the stored data, as anyone can from the published files.
import { checkDraw, toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import type { Boards } from '@baobab/contract/scholarship/draw/check-rows.ts'
import { formatBoard, type DrawList } from '@baobab/contract/scholarship/draw/list.ts'
import { hashReceipt, hashText } from '@baobab/contract/scholarship/draw/rules.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../platform/database/database.ts'
import { readListText, drawColumns, type DrawRow } from './draw-rows.ts'
import { readEvents } from './read-events.ts'
import { drawState, toBeacons, toDrawn, toNotices, type DrawEvent, type DrawState } from './rules.ts'
import { readBoardPoints } from './board-points.ts'
import { toReceipt } from './receipts.ts'
import { drawEntries, drawRules, draws } from './tables.ts'
import type { BrokenRow, Check } from '../platform/data-check.ts'

export const drawCheck: Check = {
  name: 'draws',
  holds: 'A month has at most one winner, who follows from the list, the rules and the public random number.',
  async *find({ db }) {
    const winners = new Map<string, string[]>()
    for (const draw of await db.select(drawColumns).from(draws).orderBy(asc(draws.month), asc(draws.version))) {
      const { faults, hasWinner } = await repeatDraw(db, draw)
      const row = `draws ${draw.id}`
      for (const reason of faults) yield { row, reason: `${draw.month} version ${draw.version}: ${reason}` }
      if (hasWinner) winners.set(draw.month, [...(winners.get(draw.month) ?? []), draw.id])
    }
    yield* findSecondWinners(winners)
  },
}

function* findSecondWinners(winners: ReadonlyMap<string, string[]>): Generator<BrokenRow> {
  for (const [month, ids] of winners)
    if (ids.length > 1) yield { row: `draws ${ids.join(', ')}`, reason: `${month} has ${ids.length} winners` }
}

/** Reads a draw's leaderboard files. */
async function readBoards(db: Db, drawId: string): Promise<Boards> {
  const points = await readBoardPoints(db, drawId)
  return { '5-10': formatBoard(points['5-10']), '11-20': formatBoard(points['11-20']) }
}

type Repeated = { faults: string[]; hasWinner: boolean }

async function repeatDraw(db: Db, draw: DrawRow): Promise<Repeated> {
  const [rules] = await db.select().from(drawRules).where(eq(drawRules.month, draw.month))
  if (!rules) return { faults: ['it has no rules'], hasWinner: false }
  const events = await readEvents(db, draw.id)
  const list = await readListText(db, draw)
  const [replaced] = await db
    .select({ listHash: draws.listHash })
    .from(draws)
    .where(and(eq(draws.month, draw.month), eq(draws.version, draw.version - 1)))
  let state: DrawState
  try {
    state = drawState(draw, toChain(rules.chain), events)
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : 'its events contradict each other'], hasWinner: false }
  }
  const check = checkDraw({
    month: draw.month,
    list,
    rules: rules.text,
    listHash: draw.listHash,
    boards: draw.boards ? await readBoards(db, draw.id) : undefined,
    commit: {
      month: draw.month,
      list: draw.listHash,
      round: draw.round,
      entrants: draw.entrantCount,
      publishedAt: draw.frozenAt.toISOString(),
      ...(replaced && { replaces: replaced.listHash }),
    },
    chain: rules.chain,
    beacons: toBeacons(events),
    notices: toNotices({ draw, events }),
  })
  const broken = check.steps.flatMap(({ isTrue, reason }) => (isTrue ? [] : [reason ?? 'a step is not true']))
  const faults = [
    ...(hashText(rules.text) === rules.hash ? [] : ['its rules do not match their hash']),
    ...broken,
    ...(broken.length > 0 ? [] : compareWinners(events, check.attempts)),
    ...(check.list ? await compareEntries(db, draw, check.list) : []),
  ]
  return { faults, hasWinner: state.state === 'drawn' || state.state === 'confirmed' }
}

type Attempt = { attempt: number; seed: string; winner: number | undefined }

/** Compares each stored winner with the one that follows from the deciding data. */
function compareWinners(events: readonly DrawEvent[], attempts: readonly Attempt[]): string[] {
  const drawn = events.filter(({ kind }) => kind === 'drawn').toSorted((a, b) => a.attempt - b.attempt)
  if (drawn.length !== attempts.length) return [`${drawn.length} winners are stored, but ${attempts.length} were drawn`]
  return attempts.flatMap(({ attempt, seed, winner }, position) => {
    const event = drawn[position]
    const stored = event && toDrawn(event)
    if (event?.attempt === attempt && stored?.seed === seed && stored.index === (winner ?? null)) return []
    return [`attempt ${attempt} drew ${winner ?? 'nobody'}, but ${stored?.index ?? 'nobody'} is stored`]
  })
}

/** Compares the stored entrants with the lines of the published list. */
async function compareEntries(db: Db, draw: DrawRow, { leaves }: DrawList): Promise<string[]> {
  const entries = await db.select().from(drawEntries).where(eq(drawEntries.drawId, draw.id))
  const entrants = entries.filter(({ index }) => index !== null).toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
  if (entrants.length !== leaves.length)
    return [`${entrants.length} entrants are stored, and ${leaves.length} are in the list`]
  return entrants.flatMap((entry, position) => {
    const { index, leaf } = entry
    if (index !== position || leaf !== leaves[position]) return [`entrant ${position} is not the one in the list`]
    // Once an account is erased, nobody can tell which line was its own.
    const receipt = toReceipt(draw, entry)
    return !receipt || hashReceipt(receipt) === leaf ? [] : [`entrant ${position} does not match the hash in the list`]
  })
}
