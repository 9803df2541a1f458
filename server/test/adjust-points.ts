// Adjusts points over HTTP as admins do, and checks what follows from it.
import { randomUUID } from 'node:crypto'
import type { Caller } from '@baobab/contract/kernel/client.ts'
import * as contract from '@baobab/contract/leaderboard/admin.ts'
import type { AdjustmentForm } from '@baobab/contract/leaderboard/admin.ts'
import { expect } from 'vitest'
import { beginCheck, createReader } from '../src/platform/data-check.ts'
import { adjustmentCheck, histogramCheck, ledgerCheck, scoreCheck } from '../src/quiz/points-checks.ts'
import { expectScoresToAddUp } from './expect-scores.ts'
import type { MadeAdmin, MadeStudent } from './factories.ts'
import type { TestApp } from './harness.ts'

export const REASON = 'The question about the drum was wrong.'
export const UNDO_REASON = 'It was another student.'

/** Returns the calls of admins about a student's points. */
export function adjustmentCalls(as: (token: string) => Caller) {
  const paramsOf = ({ username }: MadeStudent) => ({ username })
  const read = (who: MadeAdmin, student: MadeStudent) =>
    as(who.token)(contract.readStudentPoints, { params: paramsOf(student) })
  return {
    read,
    adjust: (who: MadeAdmin, student: MadeStudent, amount: number, changes: Partial<AdjustmentForm> = {}) =>
      as(who.token)(contract.adjustPoints, {
        params: paramsOf(student),
        body: { key: randomUUID(), ageCategory: '11-20', amount, reason: REASON, ...changes },
      }),
    undo: (who: MadeAdmin, student: MadeStudent, adjustmentId: string, key: string = randomUUID()) =>
      as(who.token)(contract.undoAdjustment, {
        params: { ...paramsOf(student), adjustmentId },
        body: { key, reason: UNDO_REASON },
      }),
    agree: (who: MadeAdmin, student: MadeStudent, adjustmentId: string) =>
      as(who.token)(contract.agreeToAdjustment, { params: { ...paramsOf(student), adjustmentId } }),
    withdraw: (who: MadeAdmin, student: MadeStudent, adjustmentId: string) =>
      as(who.token)(contract.withdrawAdjustment, { params: { ...paramsOf(student), adjustmentId } }),
    /** Returns the id of the student's latest adjustment. */
    findLast: async (who: MadeAdmin, student: MadeStudent) => (await read(who, student)).adjustments[0]?._id ?? '',
  }
}

/** Expects every score to follow from answers and adjustments, and the ranks in memory to equal a recount. */
export async function expectPointsToAddUp(t: TestApp): Promise<void> {
  await expectScoresToAddUp(t)
  const client = await t.owner.connect()
  try {
    await beginCheck(client, {})
    for (const check of [scoreCheck, ledgerCheck, histogramCheck, adjustmentCheck])
      for await (const { row, reason } of check.find(createReader(client), t.app.files))
        expect.unreachable(`${check.name}: ${row}: ${reason}`)
  } finally {
    await client.query('rollback')
    client.release()
  }
  await t.app.ranking.follow()
  const { rows } = await t.owner.query<{ age_category: '5-10' | '11-20'; score: number; above: number }>(`
    select age_category, score, (sum(count(*)) over higher - count(*))::int as above
    from standings where stands group by 1, 2 window higher as (partition by age_category order by score desc)`)
  for (const { age_category, score, above } of rows) expect(t.app.ranking.rankOf(age_category, score)).toBe(above + 1)
}

/** Breaks something in a transaction that is rolled back, and returns what the checks of adjustments and scores find. */
export async function breakAndCheck(t: TestApp, statement: string): Promise<string[]> {
  const client = await t.owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(statement)
    const found: string[] = []
    for (const check of [adjustmentCheck, scoreCheck])
      for await (const { row, reason } of check.find(createReader(client), t.app.files)) found.push(`${row}: ${reason}`)
    return found
  } finally {
    await client.query('rollback')
    client.release()
  }
}
