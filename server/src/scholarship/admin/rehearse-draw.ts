// A rehearsal: the whole draw with made-up entrants and a real round that has passed. Nothing is stored.
import { randomUUID } from 'node:crypto'
import { ageCategories } from '@baobab/contract/age.ts'
import { toBeacon, toChain } from '@baobab/contract/check-draw.ts'
import { computeAttempt, findDueAttempt } from '@baobab/contract/draw-attempt.ts'
import { roundAt } from '@baobab/contract/draw-chain.ts'
import type { BeaconFile, DrawNotice } from '@baobab/contract/draw-files.ts'
import { formatDrawList, hashDrawList } from '@baobab/contract/draw-list.ts'
import { hashText } from '@baobab/contract/draw-rules.ts'
import { STRIKE_BEFORE_MS } from '@baobab/contract/draw-schedule.ts'
import type { Rehearsal } from '@baobab/contract/scholarship-admin.ts'
import { lastMonth, monthCloses } from '@baobab/contract/scholarship-month.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { numberEntrants } from '../freeze-list.ts'
import { readRules, type DrawRulesRow } from '../publish-rules.ts'
import type { BoardEntry } from '../read-boards.ts'

/** How many made-up students each board has. */
const ON_EACH_BOARD = 6

/** Returns the last month whose draw is past. @param now any instant */
export function lastDrawnMonth(now: Date): string {
  const last = lastMonth(now)
  // The month before the last ended before the last began.
  return monthCloses(last).drawsAt <= now ? last : lastMonth(new Date(`${last}-01T00:00:00+01:00`))
}

/** Makes up both boards. On each, the last student has no points yet, and the one before has not paid. */
function makeUpBoards(closesAt: Date): (BoardEntry & { name: string })[] {
  return ageCategories.flatMap((ageCategory, board) =>
    Array.from({ length: ON_EACH_BOARD }, (_, n) => ({
      name: `Made-up student ${board * ON_EACH_BOARD + n + 1}`,
      ageCategory,
      position: n + 1,
      studentId: randomUUID(),
      points: (ON_EACH_BOARD - 1 - n) * 10,
      reachedAt: closesAt,
      isPaid: n !== ON_EACH_BOARD - 2,
      isDisqualified: false,
    })),
  )
}

/** Computes a rehearsal of a month whose round is known. Pure but for the random ids and secret numbers. */
export function computeRehearsal(month: string, rules: DrawRulesRow, beacon: BeaconFile): Rehearsal {
  const { closesAt, drawsAt } = monthCloses(month)
  const chain = toChain(rules.chain)
  // Says what it is, so that nobody can pass its files off as those of the real draw.
  const rulesText = `REHEARSAL WITH MADE-UP ENTRANTS\n${rules.text}`
  const { leaves, rows } = numberEntrants(month, makeUpBoards(closesAt), rules)
  const head = { month, closesAt, rulesHash: hashText(rulesText), chainHash: chain.hash, round: beacon.round }
  const list = formatDrawList({ ...head, leaves })
  const listHash = hashText(list)
  const entrants = rows.map(({ name, ageCategory, position, points, leftOut, index }) => {
    return { name, ageCategory, position, points, leftOut, index: index ?? null }
  })
  // One entrant is on hold, and so cannot win.
  const at = new Date(drawsAt.getTime() - STRIKE_BEFORE_MS).toISOString()
  const notices: DrawNotice[] = [{ kind: 'struck', at, attempt: 0, indexes: [0] }]
  const due = findDueAttempt({ round: beacon.round }, { attempt: 0, notices, chain })
  if (!due) throw new Error('A rehearsal breaks no rule of the draw.')
  const { seed, winner = 0 } = computeAttempt({ hash: hashDrawList(list), count: leaves.length }, due, toBeacon(beacon))
  return {
    month,
    entrants,
    list,
    rules: rulesText,
    chain: rules.chain,
    beacon,
    notices,
    commit: {
      month,
      list: listHash,
      round: beacon.round,
      entrants: leaves.length,
      publishedAt: closesAt.toISOString(),
    },
    result: { month, list: listHash, attempt: 0, seed, outcome: 'drawn', index: winner, leaf: leaves[winner] ?? null },
  }
}

/** Rehearses a draw. Fails with `beacon_missing` if no relay has the round of the last month. */
export async function rehearseDraw(app: App): Promise<Rehearsal> {
  const month = lastDrawnMonth(app.clock.now())
  const rules = await readRules(app, app.db, month)
  const round = roundAt(toChain(rules.chain), monthCloses(month).drawsAt)
  const beacon = (await app.drand.fetchRound(rules.chain, round)) ?? fail('beacon_missing')
  return computeRehearsal(month, rules, beacon)
}
