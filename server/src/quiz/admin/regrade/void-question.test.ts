// Tests over HTTP what happens when a question becomes void: points, the quiz from then on, and that it can count again.
import { randomUUID } from 'node:crypto'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { deleteQuestion, listQuestionsWithAnswers, questionStatistics } from '@baobab/contract/quiz/admin.ts'
import { readPractice } from '@baobab/contract/quiz/practice.ts'
import { importQuestions, previewImport } from '@baobab/contract/quiz/question-import.ts'
import { readReportGroup } from '@baobab/contract/quiz/corrections.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { expectScoresToAddUp } from '../../../../test/expect-scores.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  PASSWORD,
  type MadeQuiz,
  type MadeStudent,
} from '../../../../test/factories.ts'
import { openTestApp } from '../../../../test/harness.ts'
import { notificationCalls } from '../../../../test/notifications.ts'
import { refusal } from '../../../../test/refusal.ts'
import { addSpareQuestions, regradeCalls } from '../../../../test/regrade-questions.ts'
import { csvOf, formWith } from '../../../../test/spreadsheets.ts'
import { findOpenGroup, reportCalls } from '../../../../test/report-questions.ts'
import { quizCalls, quizParams, quizRows } from '../../../../test/take-quiz.ts'
import { notifications } from '../../../notifications/tables.ts'
import { attempts, questions } from '../../tables.ts'
import { addQuestion } from '../add-question.ts'
import { editQuestion } from '../edit-question.ts'
import { moveQuestion } from '../move-question.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const other = await makeAnotherAdmin(t, admin, 'content')

const { start, answer, finish, review, list, questions: listPublic } = quizCalls((token) => t.as(token))
const { loadEntry, loadAttempts, loadPointsLedger } = quizRows(() => t)
const calls = regradeCalls(
  (token) => t.as(token),
  () => ({ proposer: admin.token, other: other.token }),
)
const { propose, waitForPreview, agree, regrade, read } = calls
const reports = reportCalls(
  (token) => t.as(token),
  () => admin.token,
)

const OPTIONS = ['right', 'wrong one', 'wrong two', 'wrong three'] as const
/** Returns a spreadsheet row with a question of a quiz. */
const toRow = ({ video, ageCategory }: MadeQuiz, { question }: { question: string }) => [
  video.title,
  question,
  ...OPTIONS,
  'right',
  ageCategory,
]

async function makeTaker(quiz: MadeQuiz, options: readonly string[]): Promise<MadeStudent> {
  const student = await makeStudent(t)
  await start(student, quiz)
  for (const [n, option] of options.entries()) await answer(student, quiz, n, option)
  await finish(student, quiz)
  return student
}

const addSpare = (quiz: MadeQuiz) => addSpareQuestions(t, quiz, { adminId: admin.id })

const score = async (student: MadeStudent) => (await loadEntry(student))?.score
const scores = (students: readonly MadeStudent[]) => Promise.all(students.map(score))
const listNotified = async (student: MadeStudent) =>
  (await notificationCalls(t, () => admin.token).list(student)).notifications.map(({ title, description }) => [
    title,
    description,
  ])
const listPool = async ({ video, ageCategory }: MadeQuiz) => {
  const query = { videoId: video.id, ageCategory }
  return (await t.as(admin.token)(listQuestionsWithAnswers, { query })).questions.map(({ question }) => question)
}

describe('a void question', () => {
  it('gives its points to everyone who answered it, and tells those whose points changed', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const gains = await makeTaker(quiz, ['wrong one', 'right'])
    const keeps = await makeTaker(quiz, ['right'])
    const silent = await makeTaker(quiz, [])
    await addSpare(quiz)
    const id = await propose(quiz, { kind: 'all' })
    expect(await waitForPreview(id)).toMatchObject({ up: 1, down: 0, same: 2, otherWording: 0 })
    await agree(id)
    await calls.waitUntilFinished(id)
    expect(await scores([gains, keeps])).toEqual([20, 10])
    expect(await loadEntry(silent)).toBeUndefined()
    expect((await loadPointsLedger(gains)).at(-1)).toMatchObject({ reason: 'regrade', delta: 10, regradeId: id })
    expect(await listNotified(gains)).toEqual([
      [
        'You got 10 more points',
        `A question of “${quiz.video.title}” was not fair: “Question 1?” It is not counted any more, and everyone who answered it gets the points. You now have 20 points.`,
      ],
    ])
    for (const student of [keeps, silent]) expect(await listNotified(student)).toEqual([])
    expect(await review(gains, quiz)).toMatchObject({ score: 20, maxScore: 20 })
    const shown = (await review(gains, quiz)).questions.find(({ question }) => question === 'Question 1?')
    expect(shown).toMatchObject({ voided: 'all', correct: true, corrected: null })
    expect(await read(id)).toMatchObject({
      regrade: { state: 'finished', voided: 'all', wasVoided: null, newAnswer: '' },
      changed: { up: 1, down: 0 },
      voidQuestion: { voided: 'all', correctAnswer: 'right' },
    })
    await expectScoresToAddUp(t)
  })

  it('that counts for nobody takes its points back, and a quiz can be perfect without it', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const loses = await makeTaker(quiz, ['right', 'right'])
    const stays = await makeTaker(quiz, ['wrong one', 'right'])
    await addSpare(quiz)
    await regrade(quiz, { kind: 'none' })
    expect(await scores([loses, stays])).toEqual([10, 10])
    expect(await listNotified(loses)).toEqual([
      [
        'A question is not counted any more',
        `A question of “${quiz.video.title}” was not fair: “Question 1?” It does not count for anyone, so its 10 points were taken back. We are sorry. You now have 10 points.`,
      ],
    ])
    expect(await listNotified(stays)).toEqual([])
    for (const student of [loses, stays]) {
      expect(await review(student, quiz)).toMatchObject({ score: 10, maxScore: 10 })
      expect(await finish(student, quiz)).toMatchObject({ score: 10, maxScore: 10 })
      expect((await list(student)).attempts).toMatchObject([{ score: 10, maxScore: 10 }])
    }
    await expectScoresToAddUp(t)
  })

  it('is asked nobody from then on, neither in the quiz nor in practice, and is marked in the statistics', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const earlier = await makeTaker(quiz, ['wrong one', 'right'])
    await addSpare(quiz)
    await regrade(quiz, { kind: 'all' })
    const texts = (all: readonly { question: string }[]) => all.map(({ question }) => question)
    const later = await makeStudent(t)
    expect(texts(await listPublic(later, quiz))).not.toContain('Question 1?')
    expect(texts((await start(later, quiz)).questions)).not.toContain('Question 1?')
    expect(await refusal(answer(later, quiz, 0, 'right'))).toMatchObject({ code: 'question_not_found' })
    const practice = await t.as(earlier.token)(readPractice, { params: quizParams(quiz) })
    expect(texts(practice.questions)).toEqual(['Question 2?'])
    const query = { videoId: quiz.video.id, ageCategory: quiz.ageCategory }
    const statistics = await t.as(admin.token)(questionStatistics, { query })
    expect(statistics.questions.map(({ voided }) => voided)).toEqual([null, null, 'all'])
    expect(statistics.questions.at(-1)).toMatchObject({ question: 'Question 1?', answered: 1, correct: 1 })
    expect(statistics.questions.at(-1)?.options.filter(({ isCorrect }) => isCorrect)).toHaveLength(1)
  })

  it('follows its new rule in attempts that are still running', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const [answered, waiting] = [await makeStudent(t), await makeStudent(t)]
    for (const student of [answered, waiting]) await start(student, quiz)
    expect(await answer(answered, quiz, 0, 'wrong one')).toMatchObject({ correct: false, points: 0 })
    await addSpare(quiz)
    await regrade(quiz, { kind: 'all' })
    const reply = { correct: true, points: 10, voided: 'all' }
    expect(await answer(answered, quiz, 0, 'wrong one')).toMatchObject(reply)
    expect(await answer(waiting, quiz, 0, 'wrong two')).toMatchObject({
      ...reply,
      message: 'This question is not counted any more. Everyone who answered it got the points.',
    })
    await regrade(quiz, { kind: 'none' })
    expect(await answer(waiting, quiz, 1, 'right')).toMatchObject({ correct: true, points: 10 })
    expect(await scores([answered, waiting])).toEqual([0, 10])
    expect((await start(answered, quiz)).answers).toMatchObject([{ correct: false, voided: 'none' }])
    expect(await finish(waiting, quiz)).toMatchObject({ score: 10, maxScore: 10 })
    expect(await loadAttempts(waiting)).toMatchObject([{ answeredCount: 2, correctCount: 1, voidCount: 1 }])
    await expectScoresToAddUp(t)
  })

  it('notifies nobody whose account is gone, but keeps the ledger right', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const gone = await makeTaker(quiz, ['wrong one'])
    await addSpare(quiz)
    await t.as(gone.token)(eraseAccount, { body: { password: PASSWORD } })
    await regrade(quiz, { kind: 'all' })
    expect(await score(gone)).toBe(10)
    expect(await t.app.db.select().from(notifications).where(eq(notifications.studentId, gone.id))).toEqual([])
    await expectScoresToAddUp(t)
  })
})

describe('the proposal that a question is void', () => {
  it('needs another admin, and is in the list and the audit log', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    await makeTaker(quiz, ['right'])
    await addSpare(quiz)
    const id = await propose(quiz, { kind: 'none' })
    await waitForPreview(id)
    expect(await read(id)).toMatchObject({ canAgree: false, voidQuestion: null })
    expect(await refusal(calls.agreeAlone(id))).toMatchObject({ status: 403, code: 'own_proposal' })
    expect(await listPool(quiz)).toContain('Question 1?')
    await agree(id)
    await calls.waitUntilFinished(id)
    expect(await listPool(quiz)).not.toContain('Question 1?')
    expect((await calls.list()).regrades[0]).toMatchObject({ _id: id, voided: 'none', state: 'finished' })
    const { lines } = await t.as(admin.token)(auditLog, { query: { subject: quiz.questions[0]?.id ?? '' } })
    const details = { regradeId: id, voided: 'none' }
    expect(lines.filter(({ action }) => action.startsWith('regrade'))).toMatchObject([
      { admin: other.username, action: 'regrade.agreed', details },
      { admin: admin.username, action: 'regrade.proposed', details },
    ])
  })

  it('says that the quiz would have too few questions, and cannot be agreed to until there is another one', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const student = await makeTaker(quiz, ['wrong one'])
    const id = await propose(quiz, { kind: 'all' })
    await waitForPreview(id)
    expect(await read(id)).toMatchObject({ shortage: { asked: 2, left: 1 } })
    expect(await refusal(agree(id))).toMatchObject({ status: 409, code: 'too_few_questions' })
    expect((await read(id)).regrade.state).toBe('proposed')
    expect(await listPool(quiz)).toEqual(['Question 1?', 'Question 2?'])
    await addSpare(quiz)
    expect(await read(id)).toMatchObject({ shortage: null })
    await agree(id)
    await calls.waitUntilFinished(id)
    expect(await score(student)).toBe(10)
    expect((await read(id)).shortage).toBeNull()
  })

  it('is refused for a day after an update, and if the question is unknown, deleted or void in that way', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const begin = (when: string) => t.owner.query(`update void_questions_start set at = now() + $1::interval`, [when])
    await begin('1 hour')
    expect(await refusal(propose(quiz, { kind: 'all' }))).toMatchObject({ status: 409, code: 'void_too_early' })
    await calls.withdraw(await propose(quiz))
    await begin('0')
    const unknown = quiz.questions.map((question) => ({ ...question, id: randomUUID() }))
    expect(await refusal(propose({ ...quiz, questions: unknown }, { kind: 'all' }))).toMatchObject({ status: 404 })
    await regrade(quiz, { kind: 'all' })
    expect(await refusal(propose(quiz, { kind: 'all' }))).toMatchObject({
      code: 'same_answer',
      message: 'This question already counts this way.',
    })
    const id = await propose(quiz, { kind: 'none', n: 1 })
    await waitForPreview(id)
    await t.as(admin.token)(deleteQuestion, { params: { triviaId: quiz.questions[1]?.id ?? '' } })
    expect(await refusal(agree(id))).toMatchObject({ status: 409, code: 'regrade_outdated' })
    expect(await refusal(propose(quiz, { newAnswer: '' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'newAnswer', message: 'Correct answer is required' }],
    })
  })
})

describe('a void question that counts again', () => {
  it('has the same points, times and ranks as before, and is back in its quiz', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const takers: MadeStudent[] = []
    for (const options of [['wrong one', 'right'], ['right', 'wrong one'], ['right'], []])
      takers.push(await makeTaker(quiz, options))
    await addSpare(quiz)
    const places = () =>
      Promise.all(takers.map(async (taker) => [await score(taker), (await loadEntry(taker))?.reachedAt]))
    const [before, row] = [await places(), await t.app.db.$count(questions, eq(questions.videoId, quiz.video.id))]
    for (const kind of ['all', 'none'] as const) await regrade(quiz, { kind })
    expect(await places()).not.toEqual(before)
    const id = await regrade(quiz, { newAnswer: 'right', keepsOld: true })
    expect(await places()).toEqual(before)
    expect(await t.app.db.$count(questions, eq(questions.videoId, quiz.video.id))).toBe(row)
    const [again] = await t.app.db
      .select()
      .from(questions)
      .where(eq(questions.id, quiz.questions[0]?.id ?? ''))
    expect(again).toEqual(quiz.questions[0])
    expect(await read(id)).toMatchObject({ regrade: { wasVoided: 'none', voided: null }, voidQuestion: null })
    const stored = await t.app.db.select().from(attempts).where(eq(attempts.videoId, quiz.video.id))
    expect(stored.map(({ voidCount }) => voidCount)).toEqual([0, 0, 0, 0])
    await expectScoresToAddUp(t)
  })

  it('has both answers again if two counted before', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const takers = [await makeTaker(quiz, ['right']), await makeTaker(quiz, ['wrong one'])]
    await addSpare(quiz)
    await regrade(quiz, { newAnswer: 'wrong one', keepsOld: true })
    const id = quiz.questions[0]?.id ?? ''
    const [before] = await t.app.db.select().from(questions).where(eq(questions.id, id))
    await regrade(quiz, { kind: 'none' })
    expect(await scores(takers)).toEqual([0, 0])
    await regrade(quiz, { newAnswer: 'wrong one' })
    expect(await scores(takers)).toEqual([10, 10])
    expect(await t.app.db.select().from(questions).where(eq(questions.id, id))).toEqual([before])
    await expectScoresToAddUp(t)
  })

  it('can have another key and explanation, also after its key had been corrected', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const [one, two, three] = [
      await makeTaker(quiz, ['wrong one']),
      await makeTaker(quiz, ['wrong two']),
      await makeTaker(quiz, ['right']),
    ]
    await addSpare(quiz)
    await regrade(quiz)
    await regrade(quiz, { kind: 'all' })
    expect(await scores([one, two, three])).toEqual([10, 10, 10])
    await regrade(quiz, { newAnswer: 'wrong two', explanation: 'Two is true.' })
    expect(await scores([one, two, three])).toEqual([0, 10, 0])
    expect((await review(one, quiz)).questions).toMatchObject([
      { correctAnswer: 'wrong two', explanation: 'Two is true.', corrected: { from: 'wrong one' } },
    ])
    await regrade(quiz, { newAnswer: 'right' })
    expect(await scores([one, two, three])).toEqual([0, 0, 10])
    await expectScoresToAddUp(t)
  })

  it('is possible at any time, because no other question gets its text meanwhile', async () => {
    const [quiz, second] = [await makeQuiz(t, { count: 2 }), await makeQuiz(t, { count: 1 })]
    await makeTaker(quiz, ['right'])
    await addSpare(quiz)
    await regrade(quiz, { kind: 'all' })
    const [voided, kept] = quiz.questions
    const { video, ageCategory } = quiz
    const to = { videoId: video.id, ageCategory }
    const again = { question: ' question 1?', options: [...OPTIONS], correctAnswer: 'wrong one' }
    const isVoided = { code: 'question_voided', message: quizAdminText.questionVoided }
    const add = () => addQuestion(t.app, admin, { ...again, videoTitle: video.title, ageCategory })
    const moved = second.questions[0]?.id ?? ''
    for (const refused of [
      add,
      () => editQuestion(t.app, admin, { id: kept?.id ?? '', change: again }),
      () => moveQuestion(t.app, admin, { id: moved, to }),
    ])
      await expect(refused()).rejects.toMatchObject(isVoided)
    const file = () =>
      formWith({ name: 'a.csv', bytes: csvOf([toRow(quiz, again), toRow(quiz, { question: 'New?' })]) })
    const asAdmin = t.as(admin.token)
    const problem = { column: 'question', reason: quizAdminText.questionVoided }
    expect((await asAdmin(previewImport, { body: file() })).rows).toMatchObject([
      { outcome: 'bad', problems: [problem] },
      { outcome: 'added' },
    ])
    expect(await refusal(asAdmin(importQuestions, { body: file() }))).toMatchObject({
      status: 422,
      errors: [{ path: 'rows.2.question', message: `Row 2: ${quizAdminText.questionVoided}` }],
    })
    expect(await listPool(quiz)).not.toContain('Question 1?')
    await regrade(quiz, { newAnswer: 'right' })
    expect(await t.app.db.$count(questions, eq(questions.id, voided?.id ?? ''))).toBe(1)
    await expect(add()).rejects.toMatchObject({ code: 'question_exists' })
  })

  it('is possible although an earlier release made another question with its text void too', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const [first, second] = quiz.questions
    for (let n = 0; n < 2; n += 1) await addSpare(quiz)
    await regrade(quiz, { kind: 'none' })
    const same = { question: first?.question ?? '', questionKey: first?.questionKey ?? '' }
    await t.app.db
      .update(questions)
      .set(same)
      .where(eq(questions.id, second?.id ?? ''))
    await regrade(quiz, { n: 1, kind: 'none' })
    await regrade(quiz, { n: 1, newAnswer: 'right' })
    expect(await listPool(quiz)).toContain('Question 1?')
    const id = await propose(quiz, { newAnswer: 'right' })
    await waitForPreview(id)
    expect(await refusal(agree(id))).toMatchObject({ code: 'question_exists' })
  })
})

it('a reported question shows that it is void', async () => {
  const quiz = await makeQuiz(t, { count: 1 })
  const student = await makeTaker(quiz, ['wrong one'])
  await reports.report(student, quiz)
  await addSpare(quiz)
  const reportGroupId = await findOpenGroup(reports, quiz)
  await regrade(quiz, { kind: 'none', reportGroupId })
  const { statistics } = await t.as(admin.token)(readReportGroup, { params: { reportGroupId } })
  expect(statistics).toMatchObject({ question: 'Question 1?', voided: 'none' })
})
