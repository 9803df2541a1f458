// Tests admin actions on many questions at once: moving them to another quiz, deleting them, and undoing it.
import { randomUUID } from 'node:crypto'
import * as bulk from '@baobab/contract/bulk/endpoints.ts'
import { bulkText } from '@baobab/contract/bulk/endpoints.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, makeQuiz, makeStudent, makeVideo } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { quizCalls } from '../../../test/take-quiz.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { videos } from '../../videos/tables.ts'
import { questions } from '../tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

type Order = RequestOf<typeof bulk.startBulkRun>['body']
type Options = { videoId: string; ageCategory: '5-10' | '11-20' }
const start = (body: Order, token = admin.token) => t.as(token)(bulk.startBulkRun, { body })
const move = (ids: string[], options: Options) => start({ action: 'questions.move', options, targets: { ids } })
const remove = (ids: string[]) => start({ action: 'questions.delete', options: {}, targets: { ids } })
const undo = (runId: string) => t.as(admin.token)(bulk.undoBulkRun, { params: { runId } })
const reasonsOf = async (runId: string) =>
  (await t.as(admin.token)(bulk.readBulkRun, { params: { runId } })).reasons.map(({ reason, count }) => [count, reason])
const rowsOf = ({ videoId, ageCategory }: Options) =>
  t.app.db
    .select()
    .from(questions)
    .where(and(eq(questions.videoId, videoId), eq(questions.ageCategory, ageCategory)))
    .orderBy(asc(questions.position))
const idsOf = async (quiz: Options) => (await rowsOf(quiz)).map(({ id }) => id)

/** Returns the actions on these questions in the audit log after they were added. */
async function actionsOf(ids: readonly string[]): Promise<string[]> {
  const lines = await t.app.db
    .select()
    .from(auditLines)
    .where(and(inArray(auditLines.subject, [...ids]), ne(auditLines.action, 'question.add')))
  return lines.map(({ action }) => action).toSorted()
}

/** Gives the first of some questions a different text. */
const rename = ([id = '']: readonly string[], question: string) =>
  t.app.db.update(questions).set({ question, questionKey: question.toLowerCase() }).where(eq(questions.id, id))

async function makeOwnQuiz(count: number) {
  const { video } = await makeQuiz(t, { count })
  const quiz = { videoId: video.id, ageCategory: '11-20' as const }
  return { video, quiz, other: { ...quiz, ageCategory: '5-10' as const }, ids: await idsOf(quiz) }
}

describe('moving questions', () => {
  it('adds them at the end of the other age category, and undo restores them as they were', async () => {
    const { video, quiz, other, ids } = await makeOwnQuiz(4)
    await makeQuiz(t, { video, ageCategory: '5-10', count: 0 })
    const before = await rowsOf(quiz)
    const { run } = await move(ids.slice(0, 2), other)
    expect(run).toMatchObject({ done: 2, skipped: 0, canUndo: true })
    expect((await idsOf(other)).toSorted()).toEqual(ids.slice(0, 2).toSorted())
    expect(await idsOf(quiz)).toEqual(ids.slice(2))
    expect(await actionsOf(ids)).toEqual(['question.moved', 'question.moved'])
    await undo(run._id)
    expect(await rowsOf(quiz)).toEqual(before)
    expect(await idsOf(other)).toEqual([])
  })

  it('removes their moments only if the video changes, and undo restores the moments', async () => {
    const { quiz, other, ids } = await makeOwnQuiz(2)
    const [first = '', second = ''] = ids
    await t.app.db.update(questions).set({ momentSeconds: 1 }).where(inArray(questions.id, ids))
    const target = { videoId: (await makeVideo(t)).id, ageCategory: '11-20' as const }
    const { run } = await move([first], target)
    expect(await rowsOf(target)).toMatchObject([{ id: first, momentSeconds: null }])
    await move([second], other)
    expect(await rowsOf(other)).toMatchObject([{ id: second, momentSeconds: 1 }])
    await undo(run._id)
    expect(await rowsOf(quiz)).toMatchObject([{ id: first, momentSeconds: 1 }])
  })

  it('undo leaves a question where an admin has since moved it', async () => {
    const { quiz, other, ids } = await makeOwnQuiz(3)
    const [moved = '', back = '', kept = ''] = ids
    const { run } = await move(ids, other)
    const elsewhere = await makeOwnQuiz(0)
    // Each differs in one way from where the run had put it: in the video or in the category.
    await move([moved], elsewhere.other)
    await move([back], quiz)
    const undone = await undo(run._id)
    expect(undone.run).toMatchObject({ done: 1, skipped: 2 })
    expect(await reasonsOf(undone.run._id)).toEqual([[2, bulkText.changedSince]])
    expect(await idsOf(elsewhere.other)).toEqual([moved])
    expect((await idsOf(quiz)).toSorted()).toEqual([back, kept].toSorted())
  })

  it('skips questions that the other quiz already has or has no room for, and says why', async () => {
    const { quiz, ids } = await makeOwnQuiz(2)
    const same = await makeOwnQuiz(1)
    const { run } = await move(ids, same.quiz)
    expect(run).toMatchObject({ done: 1, skipped: 1 })
    expect(await reasonsOf(run._id)).toEqual([[1, quizAdminText.questionExists]])
    const full = await makeOwnQuiz(50)
    await rename(ids, 'Only here?')
    const again = await move(await idsOf(quiz), { ...full.quiz })
    expect(again.run).toMatchObject({ done: 0, skipped: 1 })
    expect(await reasonsOf(again.run._id)).toEqual([[1, quizAdminText.tooManyQuestions]])
    for (const videoId of [admin.id, 'nowhere']) {
      const gone = await move(await idsOf(quiz), { videoId, ageCategory: '5-10' })
      expect(gone.run).toMatchObject({ done: 0, skipped: 1 })
    }
  })
})

describe('deleting questions', () => {
  it('can be undone, which restores their ids, answers and positions', async () => {
    const { quiz, ids } = await makeOwnQuiz(4)
    const before = await rowsOf(quiz)
    const { run } = await remove(ids.slice(1, 3))
    expect(run).toMatchObject({ done: 2, canUndo: true })
    expect(await idsOf(quiz)).toEqual([ids[0], ids[3]])
    const undone = await undo(run._id)
    expect(undone.run).toMatchObject({ done: 2, skipped: 0 })
    expect(await rowsOf(quiz)).toEqual(before)
    expect(await actionsOf(ids)).toEqual([
      'question.deleted',
      'question.deleted',
      'question.restored',
      'question.restored',
    ])
  })

  it('cannot be undone if the quiz has the question again, is full, or has lost its video', async () => {
    const { video, quiz, ids } = await makeOwnQuiz(50)
    await makeQuiz(t, { video, ageCategory: '5-10', count: 1 })
    const [one, two] = [await remove(ids.slice(0, 1)), await remove(ids.slice(1, 3))]
    await rename(ids.slice(3), 'Question 1?')
    const repeated = await undo(one.run._id)
    expect(await reasonsOf(repeated.run._id)).toEqual([[1, quizAdminText.questionExists]])
    const [form] = await rowsOf(quiz)
    if (!form) throw new Error('no question')
    const added = [51, 52].map((position) => ({ ...form, id: randomUUID(), questionKey: `${position}`, position }))
    await t.app.db.insert(questions).values(added)
    const full = await undo(two.run._id)
    expect(full.run).toMatchObject({ done: 1, skipped: 1 })
    expect(await reasonsOf(full.run._id)).toEqual([[1, quizAdminText.tooManyQuestions]])
    expect(await rowsOf(quiz)).toHaveLength(50)
    const { run } = await remove(ids.slice(4, 5))
    await t.app.db.update(videos).set({ deletedAt: new Date() }).where(eq(videos.id, video.id))
    expect(await reasonsOf((await undo(run._id)).run._id)).toEqual([[1, videosText.videoNotFound]])
  })

  it('keeps as many questions as students have been asked, like a move', async () => {
    const { video, quiz, other, ids } = await makeOwnQuiz(2)
    const student = await makeStudent(t)
    await quizCalls((token) => t.as(token)).start(student, {
      video,
      ageCategory: '11-20',
      questions: await rowsOf(quiz),
    })
    for (const { run } of [await remove(ids), await move(ids, other)]) {
      expect(run).toMatchObject({ done: 0, skipped: 2 })
      expect((await reasonsOf(run._id))[0]?.[1]).toContain('Add another question before you delete one.')
    }
    expect(await idsOf(quiz)).toEqual(ids)
  })
})

it('only admins who may edit a question may move and delete many', async () => {
  const { other, ids } = await makeOwnQuiz(1)
  const support = await makeAnotherAdmin(t, admin, 'support')
  const orders: Order[] = [
    { action: 'questions.move', options: other, targets: { ids } },
    { action: 'questions.delete', options: {}, targets: { ids } },
  ]
  for (const order of orders) expect(await refusal(start(order, support.token))).toMatchObject({ status: 403 })
})

it('a quiz’s filters select all its questions, and an unknown quiz selects none', async () => {
  const { quiz } = await makeOwnQuiz(3)
  const { run } = await start({ action: 'questions.delete', options: {}, targets: { filters: quiz } })
  expect(run).toMatchObject({ total: 3, done: 3 })
  const filters = { ...quiz, videoId: 'nowhere' }
  expect(await refusal(start({ action: 'questions.delete', options: {}, targets: { filters } }))).toMatchObject({
    status: 400,
  })
})
