// Merges over real connections while the student answers, starts, logs in and pays, and while other admins merge and erase.
import { logInStudent } from '@baobab/contract/accounts/endpoints.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { Caller } from '@baobab/contract/kernel/client.ts'
import { mergeStudents } from '@baobab/contract/duplicates/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { openConnections } from '../../test/connections.ts'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makePayment,
  makeQuiz,
  makeStudent,
  PASSWORD,
  type MadeAdmin,
  type MadeStudent,
} from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { withoutTimeLimits } from '../../test/release-together.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { sessions, students } from '../accounts/tables.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { recordEvents } from '../payments/record-events.ts'
import { payments } from '../payments/tables.ts'

const ROUNDS = 8

let support: MadeAdmin
const t = await openTestApp()
const as: (token?: string) => Caller = await openConnections(t)
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
})

const { start, finish, answer } = quizCalls((token) => as(token))
const { loadAttempts, loadEntry, loadPointsLedger } = quizRows(() => t)

const merge = (merged: MadeStudent, kept: MadeStudent, who = support) =>
  as(who.token)(mergeStudents, {
    params: { username: merged.username },
    body: { into: kept.username, reason: 'Both are hers.' },
  })

/** Starts calls one after another with a delay in between, and returns their error codes, or 'ok' on success. */
async function race(delayMs: number, ...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await withoutTimeLimits([t], () =>
    Promise.allSettled(
      calls.map(async (call, n) => {
        if (n > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
        return call()
      }),
    ),
  )
  return outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return 'ok'
    if (outcome.reason instanceof ApiError) return outcome.reason.code
    throw outcome.reason
  })
}

const isMerged = async ({ id }: MadeStudent) => {
  const [row] = await t.app.db.select({ into: students.mergedIntoId }).from(students).where(eq(students.id, id))
  return Boolean(row?.into)
}
const rounds = Array.from({ length: ROUNDS }, (_, n) => n)
const makePair = async () => ({ kept: await makeStudent(t), merged: await makeStudent(t) })

it.each(['kept', 'merged'] as const)(
  'loses no answer that arrives in the %s account at the same time',
  async (side) => {
    for (const round of rounds) {
      const pair = await makePair()
      const { kept, merged } = pair
      const quiz = await makeQuiz(t, { count: 2 })
      await answer(pair[side], quiz, 0, 'right')
      const [answered, outcome] = await race(
        round,
        () => answer(pair[side], quiz, 1, 'right'),
        () => merge(merged, kept),
      )
      // A quiz in progress refuses the merge, so the answer is never refused.
      expect(answered).toBe('ok')
      expect(['ok', 'cannot_merge']).toContain(outcome)
      const owner = outcome === 'ok' ? kept : pair[side]
      expect(await loadEntry(owner)).toMatchObject({ score: 20 })
    }
    await expectScoresToAddUp(t)
  },
)

it('finishes a quiz before the merge, or is refused', async () => {
  for (const round of rounds) {
    const { kept, merged } = await makePair()
    const quiz = await makeQuiz(t, { count: 2 })
    await answer(merged, quiz, 0, 'right')
    const [, outcome] = await race(
      round,
      () => finish(merged, quiz),
      () => merge(merged, kept),
    )
    expect(['ok', 'cannot_merge']).toContain(outcome)
    const attempts = await loadAttempts(outcome === 'ok' ? kept : merged)
    expect(attempts).toMatchObject([{ lockedAt: expect.any(Date), correctCount: 1 }])
  }
  await expectScoresToAddUp(t)
})

it.each(['kept', 'merged'] as const)('starts no quiz in the %s account that the merge does not see', async (side) => {
  for (const round of rounds) {
    const pair = await makePair()
    const { kept, merged } = pair
    const quiz = await makeQuiz(t)
    // The other account has done this quiz, so this start must not become a second first try.
    const other = side === 'kept' ? merged : kept
    for (let n = 0; n < 5; n += 1) await answer(other, quiz, n, 'right')
    const [started, outcome] = await race(
      round / 2,
      () => start(pair[side], quiz),
      () => merge(merged, kept),
    )
    const possible = [
      ['quiz_completed', 'ok'],
      ['unauthorised', 'ok'],
      ['ok', 'cannot_merge'],
    ]
    expect(possible).toContainEqual([started, outcome])
    expect(await loadAttempts(merged)).toHaveLength(outcome === 'ok' ? 0 : 1)
    expect((await loadAttempts(kept)).filter(({ resetAt }) => resetAt === null)).toHaveLength(1)
  }
  await expectScoresToAddUp(t)
})

it('happens once if two admins start it at once', async () => {
  for (const round of rounds) {
    const { kept, merged } = await makePair()
    const quiz = await makeQuiz(t, { count: 2 })
    for (const n of [0, 1]) await answer(merged, quiz, n, 'right')
    const outcomes = await race(
      round / 4,
      () => merge(merged, kept),
      () => merge(merged, kept, owner),
    )
    expect(outcomes).toEqual(['ok', 'ok'])
    expect((await loadPointsLedger(kept)).map(({ reason }) => reason)).toEqual(['first-answer', 'merged', 'merged'])
    const isLine = and(eq(auditLines.action, 'student.merged'), eq(auditLines.subject, kept.id))
    expect(await t.app.db.select().from(auditLines).where(isLine)).toHaveLength(1)
  }
})

it('happens in one direction if two admins choose opposite directions at once', async () => {
  for (const round of rounds) {
    const { kept, merged } = await makePair()
    const quiz = await makeQuiz(t, { count: 2 })
    for (const one of [kept, merged]) for (const n of [0, 1]) await answer(one, quiz, n, 'right')
    const outcomes = await race(
      round / 4,
      () => merge(merged, kept),
      () => merge(kept, merged, owner),
    )
    expect(outcomes.toSorted()[1]).toBe('ok')
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    const isKept = await isMerged(merged)
    expect(await isMerged(kept)).toBe(!isKept)
    expect(await loadEntry(isKept ? kept : merged)).toMatchObject({ score: 20 })
  }
  await expectScoresToAddUp(t)
})

it('leaves no sessions of the merged account', async () => {
  for (const round of rounds) {
    const { kept, merged } = await makePair()
    const [login] = await race(
      round * 3,
      () => as()(logInStudent, { body: { email: merged.email, password: PASSWORD } }),
      () => merge(merged, kept),
    )
    expect(['ok', 'account_merged']).toContain(login)
    expect(await t.app.db.select().from(sessions).where(eq(sessions.studentId, merged.id))).toEqual([])
  }
})

it('credits a payment that arrives at the same time', async () => {
  for (const round of rounds) {
    const { kept, merged } = await makePair()
    const { id: paymentId } = await makePayment(t, { studentId: merged.id })
    const events = [{ kind: 'succeeded' as const, amountKobo: 100_000 }]
    const outcomes = await race(
      0,
      () => (round % 2 ? merge(merged, kept) : recordEvents(t.app, { paymentId, source: 'verify', events })),
      () => (round % 2 ? recordEvents(t.app, { paymentId, source: 'verify', events }) : merge(merged, kept)),
    )
    expect(outcomes).toEqual(['ok', 'ok'])
    const [payment] = await t.app.db.select().from(payments).where(eq(payments.id, paymentId))
    expect(payment).toMatchObject({ studentId: kept.id, state: 'succeeded', attention: null })
  }
})

it.each(['kept', 'merged'] as const)(
  'leaves nothing behind if the %s account is erased at the same time',
  async (side) => {
    for (const round of rounds) {
      const pair = await makePair()
      const { kept, merged } = pair
      const [erased, outcome] = await race(
        round * 3,
        () => as(pair[side].token)(eraseAccount, { body: { password: PASSWORD } }),
        () => merge(merged, kept),
      )
      expect(['ok', 'not_found', 'invalid']).toContain(outcome)
      expect(['ok', 'unauthorised', 'invalid', 'login_failed', 'not_found']).toContain(erased)
      const [row] = await t.app.db.select().from(students).where(eq(students.id, merged.id))
      expect(row?.username === 'deleted').toBe(erased === 'ok' && (outcome === 'ok' || side === 'merged'))
    }
  },
)
