// Tests a quiz start or payment that waits for a merge. merge-races.rest.test.ts runs merges alongside everything a student
// does.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { Caller } from '@baobab/contract/kernel/client.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openConnections } from '../../test/connections.ts'
import { makePayment, makeQuiz, makeStudent, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { withoutTimeLimits } from '../../test/release-together.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { waitFor } from '../../test/wait-for.ts'
import { recordEvents } from '../payments/record-events.ts'
import { payments } from '../payments/tables.ts'

const t = await openTestApp()
const as: (token?: string) => Caller = await openConnections(t)

const { start } = quizCalls((token) => as(token))
const { loadAttempts } = quizRows(() => t)
const makePair = async () => ({ kept: await makeStudent(t), merged: await makeStudent(t) })

/** Returns a call's error code, or 'ok' on success. */
async function readOutcome(call: () => Promise<unknown>): Promise<string> {
  try {
    await withoutTimeLimits([t], call)
    return 'ok'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

/** Ends an account as a merge does, while a call is waiting for its row. */
async function mergeDuring(pair: { kept: MadeStudent; merged: MadeStudent }, call: () => Promise<unknown>) {
  const client = await t.owner.connect()
  try {
    await client.query('begin')
    await client.query('select from students where id = $1 for update', [pair.merged.id])
    const called = readOutcome(call)
    await waitFor(async () => {
      const { rows } = await t.owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows.length).toBeGreaterThan(0)
    })
    const ids = [pair.kept.id, pair.merged.id]
    await client.query('update payments set student_id = $1 where student_id = $2', ids)
    await client.query('update students set merged_into_id = $1, erased_at = now() where id = $2', ids)
    await client.query('commit')
    return await called
  } finally {
    client.release()
  }
}

it('leaves no quiz start that was waiting for it', async () => {
  const pair = await makePair()
  const quiz = await makeQuiz(t)
  expect(await mergeDuring(pair, () => start(pair.merged, quiz))).toBe('unauthorised')
  expect(await loadAttempts(pair.merged)).toEqual([])
})

it('moves a payment whose event was waiting for it, and asks for no refund', async () => {
  const pair = await makePair()
  const { id: paymentId } = await makePayment(t, { studentId: pair.merged.id })
  const events = [{ kind: 'succeeded' as const, amountKobo: 100_000 }]
  expect(await mergeDuring(pair, () => recordEvents(t.app, { paymentId, source: 'verify', events }))).toBe('ok')
  const [payment] = await t.app.db.select().from(payments).where(eq(payments.id, paymentId))
  expect(payment).toMatchObject({ studentId: pair.kept.id, state: 'succeeded', attention: null })
})
