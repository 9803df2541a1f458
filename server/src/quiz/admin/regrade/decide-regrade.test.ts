// Tests what a decision about one key correction leaves unchanged: other questions, quizzes, corrections and attempts.
import { changeRole } from '@baobab/contract/accounts/admin.ts'
import { editQuestion } from '@baobab/contract/quiz/admin.ts'
import * as contract from '@baobab/contract/quiz/corrections.ts'
import { deleteVideo } from '@baobab/contract/videos/admin.ts'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  logInAgain,
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  type MadeAdmin,
} from '../../../../test/factories.ts'
import { openStillTestApp } from '../../../../test/harness.ts'
import { refusal } from '../../../../test/refusal.ts'
import { regradeCalls } from '../../../../test/regrade-questions.ts'
import { findOpenGroup, holdUntilOthersWait, makeReporter, reportCalls } from '../../../../test/report-questions.ts'
import { quizCalls } from '../../../../test/take-quiz.ts'
import { attemptOrigins, attempts, questions, quizzes, regrades } from '../../tables.ts'
import { applyRegrade } from './apply-regrade.ts'
import { isRegradeRunning } from './queries.ts'

const t = await openStillTestApp()
const admin = await makeAdmin(t)
const other = await makeAnotherAdmin(t, admin, 'content')

const { answer, finish } = quizCalls((token) => t.as(token))
const calls = regradeCalls(
  (token) => t.as(token),
  () => ({ proposer: admin.token, other: other.token }),
)
const { propose, waitForPreview, agree, regrade, read } = calls
const asAdmin = ({ token }: MadeAdmin, regradeId: string) =>
  t.as(token)(contract.readRegrade, { params: { regradeId } })
const setAnswer = (id: string, correctAnswer: string) =>
  t.app.db.update(questions).set({ correctAnswer }).where(eq(questions.id, id))
const loadRegrade = async (id: string) => (await t.app.db.select().from(regrades).where(eq(regrades.id, id)))[0]

/** Inserts an agreed correction, without the job that would apply it. */
async function insertAgreed(changes: Partial<typeof regrades.$inferInsert> = {}): Promise<string> {
  const quiz = await makeQuiz(t, { count: 1 })
  const [question] = quiz.questions
  if (!question) throw new Error('there is no question')
  const at = t.app.clock.now()
  const key = { questionId: question.id, question: question.question, oldAnswer: 'right', newAnswer: 'wrong one' }
  const proposed = { videoId: quiz.video.id, ageCategory: quiz.ageCategory, proposedBy: admin.id, proposedAt: at }
  const decided = { decision: 'agreed' as const, decidedBy: other.id, decidedAt: at }
  const values = { ...key, keepsOld: false, ...proposed, ...decided, ...changes }
  const [row] = await t.app.db.insert(regrades).values(values).returning()
  return row?.id ?? ''
}

describe('an agreement', () => {
  it('changes no other question’s key and no other quiz’s version', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const younger = await makeQuiz(t, { video: quiz.video, ageCategory: '5-10', count: 1 })
    const elsewhere = await makeQuiz(t, { count: 1 })
    for (const { video, ageCategory } of [quiz, younger, elsewhere])
      await t.app.db.insert(quizzes).values({ videoId: video.id, ageCategory, askedCount: 1 }).onConflictDoNothing()
    await regrade(quiz)
    const ids = [quiz.video.id, elsewhere.video.id]
    const keys = await t.app.db.select().from(questions).where(inArray(questions.videoId, ids))
    const versions = await t.app.db.select().from(quizzes).where(inArray(quizzes.videoId, ids))
    const findKey = ({ id }: { id: string }) => keys.find((question) => question.id === id)?.correctAnswer
    const findVersion = ({ video, ageCategory }: typeof quiz) =>
      versions.find((row) => row.videoId === video.id && row.ageCategory === ageCategory)?.keyVersion
    const all = [...quiz.questions, ...younger.questions, ...elsewhere.questions]
    expect(all.map(findKey)).toEqual(['wrong one', 'right', 'right', 'right'])
    expect([quiz, younger, elsewhere].map(findVersion)).toEqual([1, 0, 0])
  })

  it('decides no other correction, and recomputing a preview leaves the others unchanged', async () => {
    const [quiz, elsewhere] = [await makeQuiz(t, { count: 1 }), await makeQuiz(t, { count: 1 })]
    const [id, waiting] = [await propose(quiz), await propose(elsewhere)]
    const preview = await waitForPreview(waiting)
    await waitForPreview(id)
    await calls.previewAgain(id)
    expect((await loadRegrade(waiting))?.preview).not.toBeNull()
    await waitForPreview(id)
    await agree(id)
    await calls.waitUntilFinished(id)
    expect(await read(waiting)).toMatchObject({ regrade: { state: 'proposed', finishedAt: null }, preview })
    await calls.withdraw(waiting)
    expect((await read(id)).regrade).toMatchObject({ state: 'finished', decidedBy: other.username })
  })

  it('is refused if the new answer is no longer an option, or the key has changed', async () => {
    const [reworded, corrected] = [await makeQuiz(t, { count: 1 }), await makeQuiz(t, { count: 1 })]
    const ids = [await propose(reworded), await propose(corrected)]
    for (const id of ids) await waitForPreview(id)
    await t.as(admin.token)(editQuestion, {
      params: { triviaId: reworded.questions[0]?.id ?? '' },
      body: { question: 'Question 1?', options: ['right', 'first', 'second', 'third'], correctAnswer: 'right' },
    })
    await setAnswer(corrected.questions[0]?.id ?? '', 'wrong two')
    for (const id of ids) expect(await refusal(agree(id))).toMatchObject({ status: 409, code: 'regrade_outdated' })
  })
})

describe('a proposal', () => {
  it('cannot be agreed to by admins with read access only, and hides the title of a deleted video', async () => {
    const [auditor, quiz] = [await makeAnotherAdmin(t, admin, 'auditor'), await makeQuiz(t, { count: 1 })]
    const id = await propose(quiz)
    await waitForPreview(id)
    expect(await asAdmin(auditor, id)).toMatchObject({ canAgree: false, regrade: { videoTitle: quiz.video.title } })
    await t.as(admin.token)(deleteVideo, { params: { id: quiz.video.id } })
    expect((await read(id)).regrade.videoTitle).toBeNull()
  })

  it('names only reports of its own question', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const reports = reportCalls(
      (token) => t.as(token),
      () => admin.token,
    )
    await reports.report(await makeReporter(t, quiz), quiz, 0)
    const reportGroupId = await findOpenGroup(reports, quiz, 0)
    expect(await refusal(propose(quiz, { n: 1, reportGroupId }))).toMatchObject({ status: 404 })
    const id = await propose(quiz, { n: 0, reportGroupId })
    expect(await loadRegrade(id)).toMatchObject({ reportGroupId })
  })
})

describe('a correction', () => {
  it('is running from the time it is decided until it is finished', async () => {
    // Far in the future, where no other test decides.
    const decidedAt = new Date('2090-01-01T12:00:00Z')
    const isRunning = (ms = 0) => isRegradeRunning(t.app.db, new Date(decidedAt.getTime() + ms))
    await t.app.db.update(regrades).set({ finishedAt: decidedAt }).where(eq(regrades.decision, 'agreed'))
    await insertAgreed({ decidedAt, decision: 'withdrawn' })
    await insertAgreed({ decidedAt, finishedAt: decidedAt })
    await insertAgreed({ decision: null, decidedBy: null, decidedAt: null })
    expect(await isRunning()).toBe(false)
    const id = await insertAgreed({ decidedAt })
    expect([await isRunning(-1), await isRunning(), await isRunning(1)]).toEqual([false, true, true])
    await t.app.db.update(regrades).set({ finishedAt: decidedAt }).where(eq(regrades.id, id))
    expect(await isRunning()).toBe(false)
  })

  it('that nobody agreed to is not applied', async () => {
    const ids = [
      await insertAgreed({ decision: 'withdrawn' }),
      await insertAgreed({ decision: null, decidedBy: null, decidedAt: null }),
    ]
    for (const id of ids) {
      await applyRegrade(t.app, id, new AbortController().signal)
      expect(await loadRegrade(id)).toMatchObject({ finishedAt: null })
    }
  })

  it('being applied finishes no other, and keeps the time at which another server finished it', async () => {
    const [quiz, waiting] = [await makeQuiz(t, { count: 1 }), await insertAgreed()]
    const [question] = quiz.questions
    const id = await insertAgreed({ videoId: quiz.video.id, questionId: question?.id ?? '' })
    const student = await makeStudent(t)
    await answer(student, quiz, 0, 'wrong one')
    const finishedAt = t.app.clock.now()
    t.app.clock.advance(60_000)
    // The other server has finished all attempts by the time this one reads them.
    const statement = `update regrades set finished_at = decided_at where id = '${id}';
      lock table attempts in access exclusive mode`
    const late: Promise<void>[] = []
    await holdUntilOthersWait(t, { statement, count: 1 }, () => {
      late.push(applyRegrade(t.app, id, new AbortController().signal))
    })
    await Promise.all(late)
    expect(await loadRegrade(id)).toMatchObject({ finishedAt })
    expect(await loadRegrade(waiting)).toMatchObject({ finishedAt: null })
    const [attempt] = await t.app.db.select().from(attempts).where(eq(attempts.videoId, quiz.video.id))
    expect(attempt).toMatchObject({ studentId: student.id, correctCount: 0 })
  })

  it('makes fair play re-examine the attempts it changed, and no others', async () => {
    const [quiz, elsewhere] = [await makeQuiz(t, { count: 1 }), await makeQuiz(t, { count: 1 })]
    const student = await makeStudent(t)
    for (const taken of [quiz, elsewhere]) {
      await answer(student, taken, 0, 'wrong one')
      await finish(student, taken)
    }
    const examinedAt = new Date('2026-01-01T12:00:00Z')
    await t.app.db.update(attemptOrigins).set({ examinedAt })
    await regrade(quiz)
    const rows = await t.app.db
      .select({ videoId: attempts.videoId, examinedAt: attemptOrigins.examinedAt })
      .from(attemptOrigins)
      .innerJoin(attempts, eq(attempts.id, attemptOrigins.attemptId))
      .where(eq(attempts.studentId, student.id))
    const find = ({ video }: typeof quiz) => rows.find(({ videoId }) => videoId === video.id)?.examinedAt
    expect(find(elsewhere)).toEqual(examinedAt)
    expect(find(quiz)).not.toEqual(examinedAt)
  })
})

// Must be last: it leaves the clock a week later, with nobody logged in.
describe('a correction that only one admin can still decide', () => {
  it('G-11 can be agreed to by its proposer a week after the others lost the right', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const id = await propose(quiz)
    await waitForPreview(id)
    t.app.clock.advance(1_000)
    const later = await makeAnotherAdmin(t, admin, 'content')
    expect(await asAdmin(other, id)).toMatchObject({ canAgree: true })
    expect(await asAdmin(admin, id)).toMatchObject({ canAgree: false })
    await t.as(admin.token)(changeRole, { params: { adminId: other.id }, body: { role: 'finance' } })
    const refused = expect.stringContaining('If nobody else can, you can decide alone from')
    expect(await refusal(calls.agreeAlone(id))).toMatchObject({ code: 'own_proposal', message: refused })
    t.app.clock.advance(7 * 86_400_000)
    for (const one of [admin, later]) one.token = await logInAgain(t, one)
    expect(await asAdmin(later, id)).toMatchObject({ canAgree: false })
    const agreeAs = (who: MadeAdmin) => t.as(who.token)(contract.agreeToRegrade, { params: { regradeId: id } })
    expect(await refusal(agreeAs(later))).toMatchObject({ status: 403, code: 'not_among_deciders' })
    expect(await asAdmin(admin, id)).toMatchObject({ canAgree: true })
    await calls.agreeAlone(id)
    await calls.waitUntilFinished(id)
    expect(await asAdmin(admin, id)).toMatchObject({ canAgree: false })
  })
})
