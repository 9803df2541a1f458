// Tests how admins read and answer students' reports, over HTTP.
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { REPORT_ANSWER_MAX } from '@baobab/contract/quiz/rules.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { addQuestion, deleteQuestion, editQuestion, questionStatistics } from '@baobab/contract/quiz/admin.ts'
import type { ReportAnswerForm } from '@baobab/contract/quiz/forms.ts'
import { deleteVideo } from '@baobab/contract/videos/admin.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  PASSWORD,
  type MadeQuiz,
  type MadeStudent,
} from '../../../../test/factories.ts'
import { openTestApp } from '../../../../test/harness.ts'
import { notificationCalls } from '../../../../test/notifications.ts'
import { refusal } from '../../../../test/refusal.ts'
import { findOpenGroup, holdUntilOthersWait, makeReporter, reportCalls } from '../../../../test/report-questions.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { notifications } from '../../../notifications/tables.ts'
import { questionReportGroups, questionReports } from '../../tables.ts'
import { notifyReporters } from './notify-reporters.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

const calls = reportCalls(
  (token) => t.as(token),
  () => admin.token,
)
const { report, listGroups, readGroup, answerGroup, countOpen } = calls
const findGroup = (quiz: MadeQuiz, n = 0) => findOpenGroup(calls, quiz, n)
const listQuestions = async (query: Parameters<typeof listGroups>[0]) =>
  (await listGroups(query)).groups.map(({ triviaId }) => triviaId)
const triviaParams = (quiz: MadeQuiz) => ({ triviaId: quiz.questions[0]?.id ?? '' })

/** Closes all open groups directly in the database, so that a test sees only its own. */
async function closeAll(): Promise<void> {
  const closed = { outcome: 'right' as const, answer: 'Closed.', answeredAt: new Date(), answeredBy: admin.id }
  await t.app.db
    .update(questionReportGroups)
    .set(closed)
    .where(sql`answered_at is null`)
}

/** Creates a student who reports the n-th question of a quiz. */
async function makeReport(quiz: MadeQuiz, n = 0): Promise<MadeStudent> {
  const student = await makeReporter(t, quiz)
  await report(student, quiz, n)
  return student
}

/** Returns the descriptions of a student's notifications, newest first. */
async function listNotified(student: MadeStudent): Promise<string[]> {
  const { notifications } = await notificationCalls(t, () => admin.token).list(student)
  return notifications.map(({ description }) => description)
}

const NOTIFIED = 'You reported the question “Question 1?”\n'

describe('the list of reported questions', () => {
  it('shows the most reported or the most recently reported first, in pages', async () => {
    await closeAll()
    const quiz = await makeQuiz(t, { count: 6 })
    const [twice, ...others] = quiz.questions.map(({ id }) => id)
    const never = others.pop()
    for (const n of [0, 0, 1, 2, 3, 4]) await makeReport(quiz, n)
    const newestFirst = others.toReversed()
    expect(await listQuestions({})).toEqual([twice, ...newestFirst])
    expect(await listQuestions({ order: 'newest' })).toEqual([...newestFirst, twice])
    for (const order of ['most-reported', 'newest'] as const) {
      const all = await listQuestions({ order })
      const seen: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await listGroups({ order, limit: 1, ...(cursor ? { cursor } : {}) })
        seen.push(...page.groups.map(({ triviaId }) => triviaId))
        cursor = page.nextCursor
      } while (cursor)
      expect(seen).toEqual(all)
      expect(seen).not.toContain(never)
    }
    expect(await refusal(listGroups({ cursor: 'nowhere' }))).toMatchObject({ status: 400 })
  })

  it('counts reports, reasons and open questions', async () => {
    await closeAll()
    const quiz = await makeQuiz(t, { count: 2 })
    for (const reason of ['spelling', 'wrong-answer', 'wrong-answer'] as const)
      await report(await makeReporter(t, quiz), quiz, 0, { reason })
    await makeReport(quiz, 1)
    expect(await countOpen()).toBe(2)
    const { title, id: videoId } = quiz.video
    expect((await listGroups()).groups[0]).toEqual({
      _id: expect.any(String),
      triviaId: quiz.questions[0]?.id,
      videoId,
      videoTitle: title,
      ageCategory: '11-20',
      question: 'Question 1?',
      reportCount: 3,
      lastReportedAt: expect.any(String),
      reasons: [
        { reason: 'wrong-answer', count: 2 },
        { reason: 'spelling', count: 1 },
      ],
      answer: null,
    })
    await answerGroup(await findGroup(quiz))
    expect(await countOpen()).toBe(1)
    expect(await listQuestions({})).toEqual([quiz.questions[1]?.id])
    expect((await listGroups({ show: 'answered', order: 'newest' })).groups[0]).toMatchObject({
      question: 'Question 1?',
      answer: { outcome: 'right', text: 'The video says so.', answeredBy: admin.username },
    })
  })
})

describe('a reported question', () => {
  it('has its statistics and reports, newest first, and names no students', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const [first, second] = [await makeReporter(t, quiz, 'wrong one'), await makeReporter(t, quiz)]
    await report(first, quiz, 0, { reason: 'wrong-answer', text: 'One is right too.' })
    await report(second, quiz, 0, { reason: 'unclear' })
    const shown = await readGroup(await findGroup(quiz))
    const query = { videoId: quiz.video.id, ageCategory: quiz.ageCategory }
    const { questions } = await t.as(admin.token)(questionStatistics, { query })
    expect(shown.statistics).toEqual(questions[0])
    expect(shown.statistics).toMatchObject({ answered: 2, correct: 1, topWrong: 'wrong one' })
    const seen = { question: 'Question 1?', correctAnswer: 'right' }
    expect(shown.reports).toMatchObject([
      { ...seen, reason: 'unclear', text: null, answer: 'right' },
      { ...seen, reason: 'wrong-answer', text: 'One is right too.', answer: 'wrong one' },
    ])
    expect(shown.reports[0]?.options.toSorted()).toEqual(['right', 'wrong one', 'wrong three', 'wrong two'])
    for (const { id, username } of [first, second])
      for (const secret of [id, username]) expect(JSON.stringify(shown)).not.toContain(secret)
  })

  it('can be read after it was edited or deleted, or its video was deleted', async () => {
    const [quiz, other] = [await makeQuiz(t, { count: 1 }), await makeQuiz(t, { count: 1 })]
    await makeReport(quiz)
    await makeReport(other)
    const [group, otherGroup] = [await findGroup(quiz), await findGroup(other)]
    const asAdmin = t.as(admin.token)
    const body = { question: 'Anew?', options: ['a', 'b', 'c', 'd'], correctAnswer: 'b' }
    await asAdmin(editQuestion, { params: triviaParams(quiz), body })
    const reports = [{ question: 'Question 1?', correctAnswer: 'right' }]
    expect(await readGroup(group)).toMatchObject({ statistics: { question: 'Anew?' }, reports })
    // A started quiz keeps as many questions as it asks.
    const { video, ageCategory } = quiz
    await asAdmin(addQuestion, { body: { ...body, question: 'Another?', videoTitle: video.title, ageCategory } })
    await asAdmin(deleteQuestion, { params: triviaParams(quiz) })
    expect(await readGroup(group)).toMatchObject({
      group: { question: 'Question 1?', videoTitle: quiz.video.title },
      statistics: null,
      reports,
    })
    await asAdmin(deleteVideo, { params: { id: other.video.id } })
    expect(await readGroup(otherGroup)).toMatchObject({ group: { videoTitle: null }, statistics: null, reports })
    await answerGroup(group)
    await answerGroup(otherGroup)
  })

  it.each(['nothing', '00000000-0000-4000-8000-000000000000'])('replies 404 for the unknown id %s', async (id) => {
    expect(await refusal(readGroup(id))).toMatchObject({ status: 404 })
    expect(await refusal(answerGroup(id))).toMatchObject({ status: 404 })
  })
})

describe('an answer', () => {
  it('reaches each reporting student through one notification, and writes one audit line', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const [one, two, other] = [await makeReport(quiz), await makeReport(quiz), await makeReport(quiz, 1)]
    const group = await findGroup(quiz)
    const form: ReportAnswerForm = { outcome: 'corrected', text: 'It was Bola.\nThank you!' }
    const replies = await Promise.all(Array.from({ length: 5 }, () => answerGroup(group, form)))
    expect(new Set(replies.map(({ message }) => message))).toEqual(
      new Set(['Your answer is on its way to everyone who reported this question.']),
    )
    const expected = `${NOTIFIED}Thank you. We have corrected this question.\nIt was Bola.\nThank you!`
    for (const student of [one, two]) await waitFor(async () => expect(await listNotified(student)).toEqual([expected]))
    const [row] = await t.app.db.select().from(notifications).where(eq(notifications.studentId, one.id))
    expect(row).toMatchObject({ title: 'We have checked the question you reported', type: 'quiz', method: 'in-app' })
    expect(await listNotified(other)).toEqual([])
    const { lines } = await t.as(admin.token)(auditLog, { query: { subject: group } })
    expect(lines).toMatchObject([
      {
        admin: admin.username,
        label: 'Answered reports about a question',
        subject: { kind: 'report', name: 'Question 1?' },
        details: { outcome: 'corrected', reports: 2, questionId: quiz.questions[0]?.id },
      },
    ])
  })

  it('is given once: a different one is refused', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeReport(quiz)
    const group = await findGroup(quiz)
    await answerGroup(group)
    const refused = { status: 409, code: 'report_answered', message: 'These reports have already been answered.' }
    expect(await refusal(answerGroup(group, { outcome: 'removed', text: 'The video says so.' }))).toMatchObject(refused)
    expect(await refusal(answerGroup(group, { outcome: 'right', text: 'It does.' }))).toMatchObject(refused)
    await waitFor(async () => expect(await listNotified(student)).toHaveLength(1))
  })

  it('closes the group: a later report opens a new one', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const early = await makeReport(quiz)
    const first = await findGroup(quiz)
    await answerGroup(first)
    const late = await makeReport(quiz)
    const second = await findGroup(quiz)
    expect(second).not.toBe(first)
    expect(await readGroup(second)).toMatchObject({ group: { reportCount: 1, answer: null }, reports: [{}] })
    await answerGroup(second, { outcome: 'removed', text: 'It had two answers.' })
    await waitFor(async () =>
      expect(await listNotified(late)).toEqual([
        `${NOTIFIED}Thank you. We have removed this question.\nIt had two answers.`,
      ]),
    )
    expect(await listNotified(early)).toEqual([
      `${NOTIFIED}We have checked this question, and it is right.\nThe video says so.`,
    ])
  })

  it('reaches students whose report arrives at the same time, or leaves their report open', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    await makeReport(quiz)
    const group = await findGroup(quiz)
    const students = await Promise.all(Array.from({ length: 6 }, () => makeReporter(t, quiz)))
    await Promise.all([
      ...students.slice(0, 3).map((student) => report(student, quiz)),
      answerGroup(group),
      ...students.slice(3).map((student) => report(student, quiz)),
    ])
    const rows = await t.app.db
      .select()
      .from(questionReports)
      .where(eq(questionReports.questionId, triviaParams(quiz).triviaId))
    const groups = await t.app.db
      .select()
      .from(questionReportGroups)
      .where(eq(questionReportGroups.questionId, triviaParams(quiz).triviaId))
    expect(rows).toHaveLength(7)
    for (const { id, reportCount } of groups)
      expect(rows.filter(({ groupId }) => groupId === id)).toHaveLength(reportCount)
    for (const student of students) {
      const isAnswered = rows.find(({ studentId }) => studentId === student.id)?.groupId === group
      await waitFor(async () => expect(await listNotified(student)).toHaveLength(isAnswered ? 1 : 0))
    }
  })

  it('notifies many students in batches, each once, however often the job runs', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const first = await makeReport(quiz)
    const group = await findGroup(quiz)
    await addReporters({ like: first.id, count: 120 })
    await answerGroup(group)
    await Promise.all([notifyReporters(t.app, group), notifyReporters(t.app, group)])
    await notifyReporters(t.app, group)
    const { rows } = await t.app.db.execute<{ notified: number }>(sql`
      select count(notices.id)::integer as notified
      from question_reports left join notices on notices.student_id = question_reports.student_id
      where group_id = ${group} group by question_reports.student_id`)
    expect(rows.map(({ notified }) => notified)).toEqual(Array.from({ length: 121 }, () => 1))
  })

  it('leaves out a student whose account was erased', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const [gone, stays] = [await makeReport(quiz), await makeReport(quiz)]
    const group = await findGroup(quiz)
    await t.as(gone.token)(eraseAccount, { body: { password: PASSWORD } })
    await answerGroup(group)
    await waitFor(async () => expect(await listNotified(stays)).toHaveLength(1))
    expect(await t.app.db.select().from(notifications).where(eq(notifications.studentId, gone.id))).toEqual([])
  })

  it('leaves out a student whose account is being erased', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const [gone, stays] = [await makeReport(quiz), await makeReport(quiz)]
    const group = await findGroup(quiz)
    const statement = 'with locked as (select id from students where id = $1 for update)'
    const erase = `${statement} update students set erased_at = now() from locked where students.id = locked.id`
    await holdUntilOthersWait(t, { statement: erase, values: [gone.id], count: 1 }, () => void answerGroup(group))
    await waitFor(async () => expect(await listNotified(stays)).toHaveLength(1))
    expect(await t.app.db.select().from(notifications).where(eq(notifications.studentId, gone.id))).toEqual([])
  })

  it.each([
    [{ outcome: 'right', text: ' \n ' }, 'text', 'Answer is required'],
    [{ outcome: 'right', text: 'x'.repeat(REPORT_ANSWER_MAX + 1) }, 'text', 'Answer cannot exceed 500 characters'],
    [{ outcome: 'rude', text: 'No.' }, 'outcome', 'Please choose what you found.'],
  ])('must be complete: %j is refused', async (form, path, message) => {
    const quiz = await makeQuiz(t, { count: 1 })
    await makeReport(quiz)
    const call = answerGroup(await findGroup(quiz), form as ReportAnswerForm)
    expect((await refusal(call)).errors).toEqual([{ path, message }])
  })

  it('is refused to an auditor, who may only read', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    await makeReport(quiz)
    const auditor = await makeAnotherAdmin(t, admin, 'auditor')
    const byAuditor = reportCalls(
      (token) => t.as(token),
      () => auditor.token,
    )
    const group = await findOpenGroup(byAuditor, quiz)
    expect((await byAuditor.readGroup(group)).reports).toHaveLength(1)
    expect(await refusal(byAuditor.answerGroup(group))).toMatchObject({ status: 403 })
  })
})

/** Copies a student and their report for `count` other students. */
async function addReporters({ like, count }: { like: string; count: number }): Promise<void> {
  const copied = sql`insert into students
    select (jsonb_populate_record(student, jsonb_build_object(
      'id', gen_random_uuid(), 'username_key', 'more-' || n, 'email_key', 'more-' || n))).*
    from students as student, generate_series(1, ${count}::integer) as n where student.id = ${like} returning id`
  await t.app.db.execute(sql`with copied as (${copied}) insert into question_reports
    select (jsonb_populate_record(report, jsonb_build_object('id', gen_random_uuid(), 'student_id', copied.id))).*
    from question_reports as report, copied where report.student_id = ${like}`)
}
