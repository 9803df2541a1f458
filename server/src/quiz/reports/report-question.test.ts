// Tests students' reports of questions in their finished quizzes, over HTTP.
import { REPORT_TEXT_MAX } from '@baobab/contract/quiz/rules.ts'
import { editQuestion, resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { deleteVideo } from '@baobab/contract/videos/admin.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeQuiz, makeStudent, PASSWORD, type MadeQuiz } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { findOpenGroup, holdUntilOthersWait, makeReporter, reportCalls } from '../../../test/report-questions.ts'
import { snapshotDatabase } from '../../../test/snapshot-database.ts'
import { expectRefusalWithoutWrites, quizCalls, quizRows } from '../../../test/take-quiz.ts'
import { questionReportGroups, questionReports } from '../tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

const { start, answer, review } = quizCalls((token) => t.as(token))
const { loadAttempts } = quizRows(() => t)
const calls = reportCalls(
  (token) => t.as(token),
  () => admin.token,
)
const { report } = calls

/** Reads the reports of the n-th question of a quiz from the database. */
const loadRows = (quiz: MadeQuiz, n = 0) =>
  t.app.db
    .select()
    .from(questionReports)
    .where(eq(questionReports.questionId, quiz.questions[n]?.id ?? ''))
const loadGroups = (quiz: MadeQuiz, n = 0) =>
  t.app.db
    .select()
    .from(questionReportGroups)
    .where(eq(questionReportGroups.questionId, quiz.questions[n]?.id ?? ''))

describe('a report', () => {
  it('is stored with what the student saw, and shown in the review', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const student = await makeReporter(t, quiz, 'wrong two')
    const { message, report: made } = await report(student, quiz, 0, { reason: 'other', text: ' Two are\r\nright. ' })
    expect(message).toBe('Thank you. We will check this question and tell you what we find.')
    expect(made).toEqual({
      reason: 'other',
      text: 'Two are\nright.',
      reportedAt: expect.any(String),
      answer: null,
    })
    const [attempt] = await loadAttempts(student)
    const [seen, other] = quiz.questions.map(({ id }) => attempt?.questionSnapshot.find((one) => one.id === id))
    expect(await loadRows(quiz)).toMatchObject([
      { studentId: student.id, reason: 'other', text: 'Two are\nright.', seen, answer: 'wrong two', notifiedAt: null },
    ])
    const { questions } = await review(student, quiz)
    expect(questions.find(({ _id }) => _id === seen?.id)?.report).toEqual(made)
    expect(questions.find(({ _id }) => _id === other?.id)?.report).toBeNull()
  })

  it('of an unanswered question, without a text, has neither answer nor text', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    await report(await makeReporter(t, quiz), quiz, 1, { reason: 'spelling', text: ' ' })
    expect(await loadRows(quiz, 1)).toMatchObject([{ reason: 'spelling', text: null, answer: null }])
  })

  it('is stored once: the same one may be repeated, even simultaneously, and a different one is refused', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeReporter(t, quiz)
    const form = { reason: 'wrong-answer', text: 'It is Bola.' } as const
    const replies = await Promise.all(Array.from({ length: 5 }, () => report(student, quiz, 0, form)))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(await loadRows(quiz)).toHaveLength(1)
    expect(await loadGroups(quiz)).toMatchObject([{ reportCount: 1 }])
    const refused = { status: 409, code: 'already_reported', message: 'You have already reported this question.' }
    for (const other of [{ reason: 'unclear', text: form.text } as const, { reason: 'wrong-answer' } as const])
      await expectRefusalWithoutWrites(t, () => report(student, quiz, 0, other), refused)
    const before = await snapshotDatabase(t)
    await report(student, quiz, 0, form)
    expect(await snapshotDatabase(t)).toEqual(before)
  })

  it('is stored once, even if the same student sends it twice before either is stored', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeReporter(t, quiz)
    const sent: ReturnType<typeof report>[] = []
    const statement = 'lock table question_report_groups in share mode'
    await holdUntilOthersWait(t, { statement, count: 2 }, () => sent.push(report(student, quiz), report(student, quiz)))
    const [one, other] = await Promise.all(sent)
    expect(other).toEqual(one)
    expect(await loadGroups(quiz)).toMatchObject([{ reportCount: 1 }])
  })

  it('is counted in one group with other students’ reports, even if they arrive at the same time', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const students = await Promise.all(Array.from({ length: 6 }, () => makeReporter(t, quiz)))
    await Promise.all(students.map((student) => report(student, quiz)))
    expect(await loadGroups(quiz)).toMatchObject([{ reportCount: 6, answeredAt: null }])
    expect(await loadGroups(quiz, 1)).toEqual([])
    const rows = await loadRows(quiz)
    expect(new Set(rows.map(({ studentId }) => studentId)).size).toBe(6)
    expect(new Set(rows.map(({ groupId }) => groupId)).size).toBe(1)
  })

  it('shows its answer in the review, and cannot be made again afterwards', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeReporter(t, quiz)
    await report(student, quiz)
    await calls.answerGroup(await findOpenGroup(calls, quiz), { outcome: 'corrected', text: 'It was a slip.' })
    const expected = { outcome: 'corrected', text: 'It was a slip.', answeredAt: expect.any(String) }
    expect((await review(student, quiz)).questions).toMatchObject([{ report: { answer: expected } }])
    expect((await report(student, quiz)).report.answer).toEqual(expected)
    expect((await refusal(report(student, quiz, 0, { reason: 'spelling' }))).code).toBe('already_reported')
    expect(await loadGroups(quiz)).toHaveLength(1)
  })
})

describe('a report is refused', () => {
  it('without an attempt, or with another student’s attempt', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    await makeReporter(t, quiz)
    const stranger = await makeStudent(t)
    await expectRefusalWithoutWrites(t, () => report(stranger, quiz), { status: 404, code: 'not_found' })
    const nowhere = { ...quiz, video: { ...quiz.video, title: 'No such title' } }
    await expectRefusalWithoutWrites(t, () => report(stranger, nowhere), { status: 404, code: 'video_not_found' })
  })

  it('while the attempt is running, until its time is up', async () => {
    const [student, quiz] = [await makeStudent(t), await makeQuiz(t, { count: 2 })]
    await start(student, quiz)
    await answer(student, quiz, 0, 'right')
    await expectRefusalWithoutWrites(t, () => report(student, quiz), { status: 403, code: 'attempt_open' })
    t.app.clock.advance(122_001)
    await report(student, quiz)
    t.app.clock.set(new Date())
  })

  it('about a question that was not asked', async () => {
    const [quiz, other] = [await makeQuiz(t, { count: 1 }), await makeQuiz(t, { count: 1 })]
    const student = await makeReporter(t, quiz)
    const expected = { status: 404, code: 'question_not_found', message: 'This question is not part of your quiz.' }
    await expectRefusalWithoutWrites(t, () => report(student, { ...other, video: quiz.video }), expected)
  })

  it('after an admin has reset the attempt or deleted the video', async () => {
    const [quiz, other] = [await makeQuiz(t, { count: 1 }), await makeQuiz(t, { count: 1 })]
    const student = await makeReporter(t, quiz)
    const [attempt] = await loadAttempts(student)
    const params = { attemptId: attempt?.id ?? '' }
    await t.as(admin.token)(resetAttempt, { params, body: { reason: 'The power failed.' } })
    await expectRefusalWithoutWrites(t, () => report(student, quiz), { status: 404, code: 'not_found' })
    await answer(student, other, 0, 'right')
    await t.as(admin.token)(deleteVideo, { params: { id: other.video.id } })
    await expectRefusalWithoutWrites(t, () => report(student, other), { status: 404, code: 'video_not_found' })
  })

  it.each([
    [{ reason: 'other' }, 'text', 'Please write what is wrong.'],
    [{ reason: 'other', text: '\u200b' }, 'text', 'Please write what is wrong.'],
    [{ reason: 'rude' }, 'reason', 'Please choose what is wrong.'],
    [{ reason: 'unclear', text: 'x'.repeat(REPORT_TEXT_MAX + 1) }, 'text', 'Text cannot exceed 300 characters'],
  ])('if it is filled in as %j', async (form, path, message) => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeReporter(t, quiz)
    const call = report(student, quiz, 0, form as Parameters<typeof report>[3])
    expect((await refusal(call)).errors).toEqual([{ path, message }])
    expect(await loadRows(quiz)).toEqual([])
  })
})

describe("a student's data", () => {
  it('lists their own reports', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeReporter(t, quiz, 'wrong one')
    await report(student, quiz, 0, { reason: 'unclear', text: 'Which well?' })
    await report(await makeReporter(t, quiz), quiz)
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['questionReports']).toMatchObject([
      { reason: 'unclear', text: 'Which well?', answer: 'wrong one', seen: { question: 'Question 1?' } },
    ])
  })

  it('loses a report’s name and text with the account, but the report still counts', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeReporter(t, quiz)
    await report(student, quiz, 0, { reason: 'other', text: 'Ask Adaeze Obi in class 4.' })
    const group = await findOpenGroup(calls, quiz)
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    expect(await loadRows(quiz)).toMatchObject([{ studentId: null, text: null, reason: 'other' }])
    expect(await calls.readGroup(group)).toMatchObject({ group: { reportCount: 1 }, reports: [{ text: null }] })
  })

  it('contains the question as the student saw it, even if it was edited before the report', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeReporter(t, quiz, 'wrong one')
    const body = { question: 'Anew?', options: ['a', 'b', 'c', 'd'], correctAnswer: 'b' }
    await t.as(admin.token)(editQuestion, { params: { triviaId: quiz.questions[0]?.id ?? '' }, body })
    await report(student, quiz)
    expect(await loadRows(quiz)).toMatchObject([{ seen: { question: 'Question 1?', correctAnswer: 'right' } }])
    expect(await loadGroups(quiz)).toMatchObject([{ question: 'Question 1?' }])
  })
})
