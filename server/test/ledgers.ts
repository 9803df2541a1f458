import { makeAdmin, makePayment, makeQuiz, makeStudent } from './factories.ts'
import type { TestApp } from './harness.ts'
import { quizCalls } from './take-quiz.ts'

export const ledgers = ['audit_lines', 'payment_events', 'standing_changes'] as const

/** Writes a row into a ledger, as the product does. */
export async function writeLine(t: TestApp, ledger: (typeof ledgers)[number]): Promise<void> {
  if (ledger === 'audit_lines') await makeAdmin(t)
  if (ledger === 'payment_events') await makePayment(t, { studentId: (await makeStudent(t)).id })
  if (ledger === 'standing_changes') {
    const { answer } = quizCalls((token) => t.as(token))
    await answer(await makeStudent(t), await makeQuiz(t, { count: 2 }), 0, 'right')
  }
}
