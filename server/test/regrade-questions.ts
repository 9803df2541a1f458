// Proposes and agrees to key corrections over HTTP as admins do.
import type { Caller } from '@baobab/contract/kernel/client.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import * as contract from '@baobab/contract/quiz/corrections.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addQuestion } from '../src/quiz/admin/add-question.ts'
import { regrades } from '../src/quiz/tables.ts'
import { proposeRegrade } from '../src/quiz/admin/regrade/propose-regrade.ts'
import { eq } from 'drizzle-orm'
import type { MadeQuiz } from './factories.ts'
import type { TestApp } from './harness.ts'
import { waitFor } from './wait-for.ts'

type Changes = Partial<Omit<RequestOf<typeof contract.proposeRegrade>['body'], 'triviaId'>> & { n?: number }

/** Returns the calls of an admin who proposes, and of another who approves. */
export function regradeCalls(as: (token: string) => Caller, tokens: () => { proposer: string; other: string }) {
  const asProposer = () => as(tokens().proposer)
  const asOther = () => as(tokens().other)
  const read = (regradeId: string) => asProposer()(contract.readRegrade, { params: { regradeId } })
  /** Proposes a different key for the n-th question of a quiz, and returns the regrade's id. */
  const propose = async (quiz: MadeQuiz, { n = 0, newAnswer = 'wrong one', ...rest }: Changes = {}) => {
    const body = { triviaId: quiz.questions[n]?.id ?? '', newAnswer, ...rest }
    return (await asProposer()(contract.proposeRegrade, { body })).regradeId
  }
  /** Waits until the preview is ready, and returns it. */
  const waitForPreview = (regradeId: string) =>
    waitFor(async () => {
      const { preview } = await read(regradeId)
      expect(preview).not.toBeNull()
      return preview
    })
  const agree = (regradeId: string) => asOther()(contract.agreeToRegrade, { params: { regradeId } })
  const waitUntilFinished = (regradeId: string) =>
    waitFor(async () => expect((await read(regradeId)).regrade.state).toBe('finished'))
  return {
    read,
    propose,
    waitForPreview,
    agree,
    waitUntilFinished,
    list: () => asProposer()(contract.listRegrades, {}),
    agreeAlone: (regradeId: string) => asProposer()(contract.agreeToRegrade, { params: { regradeId } }),
    withdraw: (regradeId: string) => asProposer()(contract.withdrawRegrade, { params: { regradeId } }),
    previewAgain: (regradeId: string) => asProposer()(contract.previewRegrade, { params: { regradeId } }),
    /** Proposes, approves, and waits until all points are corrected. */
    regrade: async (quiz: MadeQuiz, changes: Changes = {}) => {
      const regradeId = await propose(quiz, changes)
      await waitForPreview(regradeId)
      await agree(regradeId)
      await waitUntilFinished(regradeId)
      return regradeId
    },
  }
}

/** Adds questions to a quiz that has started, so that its own can be taken out. */
export async function addSpareQuestions(
  { app }: TestApp,
  { video, ageCategory }: MadeQuiz,
  { adminId, count = 1 }: { adminId: string; count?: number },
): Promise<void> {
  const options = ['right', 'wrong one', 'wrong two', 'wrong three']
  for (let n = 0; n < count; n += 1) {
    const form = { videoTitle: video.title, question: `Spare ${randomUUID()}?`, options, correctAnswer: 'right' }
    await addQuestion(app, { id: adminId }, { ...form, ageCategory })
  }
}

/** Makes an admin propose a different key for a quiz's first question, with its preview ready. @returns the regrade's id */
export async function makeProposedRegrade(
  t: TestApp,
  { quiz, adminId }: { quiz: MadeQuiz; adminId: string },
): Promise<string> {
  const form = { triviaId: quiz.questions[0]?.id ?? '', kind: 'key' as const, newAnswer: 'wrong one', keepsOld: false }
  const id = await proposeRegrade(t.app, { id: adminId }, form)
  await waitFor(async () => {
    const [row] = await t.app.db.select().from(regrades).where(eq(regrades.id, id))
    expect(row?.preview).not.toBeNull()
  })
  return id
}
