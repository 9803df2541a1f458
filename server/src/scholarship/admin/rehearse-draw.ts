// A rehearsal: the whole draw with made-up entrants and a real past round. Nothing is stored.
import { randomUUID } from 'node:crypto'
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { toBeacon, toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { computeAttempt, findDueAttempt } from '@baobab/contract/scholarship/draw/attempt.ts'
import { formatBoard, formatDrawList, hashDrawList } from '@baobab/contract/scholarship/draw/list.ts'
import { roundAt, STRIKE_BEFORE_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import type { BeaconFile, DrawNotice } from '@baobab/contract/scholarship/draw/files.ts'
import { formatDrawRules, hashText, SHORT_LIST } from '@baobab/contract/scholarship/draw/rules.ts'
import type { Rehearsal } from '@baobab/contract/scholarship/admin.ts'
import { lastMonth, monthCloses } from '@baobab/contract/scholarship/rules.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { numberEntries, strikeWithList, summarizeBoards, type NumberedEntry } from '../number-entries.ts'
import { readRules, type DrawRulesRow } from '../publish-rules.ts'
import type { BoardEntry } from '../read-boards.ts'

/** The number of made-up students on each board: enough that nothing is sealed. */
const ON_EACH_BOARD = SHORT_LIST / 2

/** Returns the last month whose draw is over. @param now any instant */
export function lastDrawnMonth(now: Date): string {
  const last = lastMonth(now)
  // If the last month's draw is still to come, the draw of the month before it is certainly over.
  return monthCloses(last).drawsAt <= now ? last : lastMonth(new Date(`${last}-01T00:00:00+01:00`))
}

/** Makes up both boards. On each, the last student has no points, and the one before has not paid. */
function makeUpBoards(closesAt: Date): (BoardEntry & { name: string })[] {
  return ageCategories.flatMap((ageCategory, board) =>
    Array.from({ length: ON_EACH_BOARD }, (_, n) => ({
      name: `Made-up student ${board * ON_EACH_BOARD + n + 1}`,
      ageCategory,
      position: n + 1,
      studentId: randomUUID(),
      username: `student${board * ON_EACH_BOARD + n + 1}`,
      points: (ON_EACH_BOARD - 1 - n) * 10,
      reachedAt: closesAt,
      isPaid: n !== ON_EACH_BOARD - 2,
      isDisqualified: false,
      boardSize: ON_EACH_BOARD,
    })),
  )
}

/** Computes a rehearsal for a month whose round is known. Pure except for the random ids and secret numbers. */
export function computeRehearsal(month: string, rules: DrawRulesRow, beacon: BeaconFile): Rehearsal {
  const protocol = 2
  const { closesAt, drawsAt } = monthCloses(month)
  const chain = toChain(rules.chain)
  const { requiresPayment } = rules
  const facts = { protocol, month, requiresPayment, chain: { hash: chain.hash, beaconId: chain.beaconId } } as const
  // Labelled as a rehearsal, so that nobody can pass its files off as those of the real draw.
  const rulesText = formatDrawRules(facts).replace('RULES OF', 'REHEARSAL WITH MADE-UP ENTRANTS. RULES OF')
  const entries = makeUpBoards(closesAt)
  const numbered = numberEntries(entries, facts)
  const { leaves, rows } = numbered
  const { round } = beacon
  const boards = summarizeBoards(entries)
  const head = { protocol, month, closesAt, rulesHash: hashText(rulesText), chainHash: chain.hash, round } as const
  const list = formatDrawList({ ...head, boards, leaves })
  const listHash = hashText(list)
  const notices = makeUpNotices(rows, strikeWithList(numbered).indexes, { closesAt, drawsAt })
  const due = findDueAttempt({ protocol, round }, { attempt: 0, notices, chain })
  if (!due) throw new Error('A rehearsal breaks no rule of the draw.')
  const hashed = { protocol, hash: hashDrawList(list), count: leaves.length } as const
  const { seed, winner = 0 } = computeAttempt(hashed, due, toBeacon(beacon))
  const won = rows.find(({ index }) => index === winner)
  if (!won) throw new Error('Somebody wins a rehearsal.')
  const { ageCategory: category, position: place, points, username, nonce } = won
  return {
    month,
    entrants: rows.map(({ name, ageCategory, position, points, leftOut, index }) => {
      return { name, ageCategory, position, points, leftOut, index: index ?? null }
    }),
    list,
    boards: { '5-10': formatMadeUpBoard(entries, '5-10'), '11-20': formatMadeUpBoard(entries, '11-20') },
    rules: rulesText,
    chain: rules.chain,
    beacon,
    notices,
    commit: { month, list: listHash, round, entrants: leaves.length, publishedAt: closesAt.toISOString() },
    result: { month, list: listHash, attempt: 0, seed, outcome: 'drawn', index: winner, leaf: leaves[winner] ?? null },
    opening: { index: winner, category, place, points, username, nonce: nonce.toString('hex') },
  }
}

const formatMadeUpBoard = (entries: readonly BoardEntry[], category: AgeCategory): string =>
  formatBoard(entries.filter(({ ageCategory }) => ageCategory === category).map(({ points }) => points))

/** Returns who is struck out: those on the list who may not win, and an hour before the round a student on hold. */
function makeUpNotices(
  rows: readonly NumberedEntry<BoardEntry>[],
  struckWithList: readonly number[],
  { closesAt, drawsAt }: { closesAt: Date; drawsAt: Date },
): DrawNotice[] {
  const onHold = rows.find(({ leftOut }) => leftOut === null)?.index ?? 0
  const before = new Date(drawsAt.getTime() - STRIKE_BEFORE_MS).toISOString()
  return [
    { kind: 'struck', at: closesAt.toISOString(), attempt: 0, indexes: [...struckWithList] },
    { kind: 'struck', at: before, attempt: 0, indexes: [onHold] },
  ]
}

/** Rehearses a draw. Fails with `beacon_missing` if no relay has the last month's round. */
export async function rehearseDraw(app: App): Promise<Rehearsal> {
  const month = lastDrawnMonth(app.clock.now())
  const rules = await readRules(app, app.db, month)
  const round = roundAt(toChain(rules.chain), monthCloses(month).drawsAt)
  const beacon = (await app.drand.fetchRound(rules.chain, round)) ?? fail('beacon_missing')
  return computeRehearsal(month, rules, beacon)
}
