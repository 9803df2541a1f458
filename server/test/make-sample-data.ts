// Creates one thing of each kind for valid requests to refer to.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { inviteAdmin } from '@baobab/contract/accounts/admin.ts'
import { listAdminSessions, listSessions } from '@baobab/contract/accounts/sessions.ts'
import { createSavedView } from '@baobab/contract/saved-views/endpoints.ts'
import { randomUUID } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { registerStudent } from '../src/accounts/register.ts'
import { emailCodes, registrations, students } from '../src/accounts/tables.ts'
import { bulkRuns } from '../src/bulk/tables.ts'
import { exportFiles } from '../src/exports/tables.ts'
import { pointsAdjustments } from '../src/leaderboard/tables.ts'
import { staffNotes } from '../src/students/tables.ts'
import { sendMessage } from '../src/contact/send-message.ts'
import { addSavedAnswer } from '@baobab/contract/contact/endpoints.ts'
import { contactMessages, contactReplies } from '../src/contact/tables.ts'
import { makePayLink } from '../src/payments/pay-link.ts'
import * as notifications from '@baobab/contract/notifications/admin.ts'
import { NotifyAllForm } from '@baobab/contract/notifications/admin.ts'
import { drawWinner } from '../src/scholarship/run-draw.ts'
import { makeBirthProposal, makeEmailChange, makeGuardianChange } from './corrections.ts'
import { makeClaim, makeDueDraw } from './draws.ts'
import { makeAppeal } from './fair-play.ts'
import { makeChild, makeGuardian } from './guardians.ts'
import type { TestApp } from './harness.ts'
import { makeFailedJob } from './failed-jobs.ts'
import { makeBrowser } from './push.ts'
import { makeProposedRegrade } from './regrade-questions.ts'
import { findOpenGroup, makeReporter, reportCalls } from './report-questions.ts'
import { quizCalls } from './take-quiz.ts'
import { makeAdmin, makeAnotherAdmin, makePayment, makeQuiz, makeSeries, makeStudent, PASSWORD } from './factories.ts'
import { makeFailedRefund } from './payments.ts'
import { registration, unique } from './factories.ts'
import { waitFor } from './wait-for.ts'

/** For each of a feature's endpoints, by `METHOD path`: who may call it, and a valid body. */
export type SampleCalls = Readonly<
  Record<
    string,
    {
      /**
       * Written down a second time, so that changing `who` in the contract takes two decisions. `anyone` includes visitors;
       * `admin` is an admin with any role; otherwise the roles are listed. For admin changes, a comma is followed by what they
       * need: a `session`; the `password` entered in the last 15 minutes, for anything that can do great harm; or either, `by
       * body`.
       */
      callers: string
      body?: (made: SampleData) => Record<string, unknown>
    }
  >
>

export type SampleData = Awaited<ReturnType<typeof makeSampleData>>

/** Waits until every code has been mailed, because recording that changes rows in the background. */
async function waitForSentCodes(t: TestApp): Promise<void> {
  const unsent = () => t.app.db.select().from(emailCodes).where(isNull(emailCodes.sentAt))
  await waitFor(async () => expect(await unsent()).toEqual([]))
}

/** Creates a staff note about a student, and returns its id. */
async function makeStaffNote(
  t: TestApp,
  { student, admin }: { student: { id: string }; admin: { id: string } },
): Promise<string> {
  const values = { studentId: student.id, adminId: admin.id, text: 'Her father called.', createdAt: new Date() }
  const [note] = await t.app.db.insert(staffNotes).values(values).returning()
  return note?.id ?? ''
}

/** Creates an adjustment of a student's points that an admin has proposed, and returns its id. */
async function makeAdjustment(
  t: TestApp,
  { student, admin }: { student: { id: string }; admin: { id: string } },
): Promise<string> {
  const proposed = { studentId: student.id, proposedBy: admin.id, proposedAt: new Date(), key: randomUUID() }
  const change = { ageCategory: '11-20' as const, amount: 60, reason: 'Three questions were wrong.' }
  const [row] = await t.app.db
    .insert(pointsAdjustments)
    .values({ ...proposed, ...change })
    .returning()
  return row?.id ?? ''
}

/** Creates an answer to a contact message that can still be taken back, and returns its id. */
async function makeUnsentAnswer(t: TestApp, made: { messageId: string; adminId: string }): Promise<string> {
  const mailAfter = new Date(Date.now() + 3_600_000)
  const answer = { direction: 'out' as const, text: 'Not sent yet.', createdAt: new Date(), mailAfter }
  const [row] = await t.app.db
    .insert(contactReplies)
    .values({ ...made, ...answer })
    .returning()
  return row?.id ?? ''
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Creates what requests to endpoints refer to: a student, an admin, a quiz, and so on. */
export async function makeSampleData(t: TestApp) {
  const [student, admin, quiz] = [await makeStudent(t), await makeAdmin(t), await makeQuiz(t)]
  const guardian = await makeGuardian(t)
  const child = await makeChild(t, guardian)
  const seriesId = await makeSeries(t, { members: [quiz.video] })
  const attempt = await quizCalls((token) => t.as(token)).start(await makeStudent(t), quiz)
  const reports = reportCalls(
    (token) => t.as(token),
    () => admin.token,
  )
  await reports.report(await makeReporter(t, quiz), quiz)
  const reportGroupId = await findOpenGroup(reports, quiz)
  const another = await makeAnotherAdmin(t, admin)
  const regradeId = await makeProposedRegrade(t, { quiz, adminId: another.id })
  const form = { title: 'The draw is near', update: 'scholarship', description: 'Answer today.', method: 'in-app' }
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const { notification } = await t.as(admin.token)(notifications.notifyAll, {
    body: NotifyAllForm.parse({ ...form, publishAt }),
  })
  const { sessions } = await t.as(student.token)(listSessions, {})
  const { invitation } = await t.as(admin.token)(inviteAdmin, {
    body: { email: `invited-${unique()}@baobab.example`, role: 'support' },
  })
  const { sessions: adminSessions } = await t.as(admin.token)(listAdminSessions, {})
  const contactForm = { firstName: 'Ada', lastName: 'Obi', email: 'ada@home.example', message: 'Hello.' }
  await sendMessage(t.app, contactForm, '192.0.2.1')
  const order = { what: 'students' as const, format: 'csv' as const, filters: {}, state: 'ready' as const }
  const [file] = await t.app.db
    .insert(exportFiles)
    .values({ ...order, adminId: admin.id, rowCount: 0, fileKey: `exports/${randomUUID()}.csv`, createdAt: new Date() })
    .returning()
  const [message] = await t.app.db.select().from(contactMessages)
  const replyId = await makeUnsentAnswer(t, { messageId: message?.id ?? '', adminId: admin.id })
  const run = { action: 'students.extra-time', options: {}, state: 'running' as const, total: 1, startedAt: new Date() }
  const [bulkRun] = await t.app.db
    .insert(bulkRuns)
    .values({ ...run, adminId: admin.id })
    .returning()
  const { savedAnswer } = await t.as(admin.token)(addSavedAnswer, { body: { title: 'Price', text: 'It is free.' } })
  const payment = await makePayment(t, { studentId: (await makeStudent(t)).id, kinds: ['succeeded'] })
  const refundId = await makeFailedRefund(t, { paymentId: payment.id, adminId: admin.id })
  const { url: payLink } = await makePayLink(t.app, student.id)
  // This payment is paid, because the reconciling job could change an open one during a test.
  const { reference } = await makePayment(t, { studentId: student.id, kinds: ['succeeded'] })
  const draw = await makeDueDraw(t, [student.id])
  // So that the job, which runs due draws, changes nothing during a test.
  await drawWinner(t.app, draw, t.sandbox.signRound(draw.round))
  const claimId = await makeClaim(t, draw, await makeStudent(t))
  const jobId = await makeFailedJob(t, 'erased-files')
  const [email, token] = [`${unique()}@school.example`, 'x'.repeat(43)]
  await registerStudent(t.app, registration())
  await waitForSentCodes(t)
  const [pending] = await t.app.db.select().from(registrations)
  // This student's mail bounced, so that an admin may send a code.
  const bounced = await makeStudent(t)
  await t.app.db.update(students).set({ emailBouncedAt: new Date() }).where(eq(students.id, bounced.id))
  const held = await makeStudent(t)
  const appealId = await makeAppeal(t, held, admin)
  const into = await makeStudent(t)
  const noteId = await makeStaffNote(t, { student: bounced, admin })
  const adjustmentId = await makeAdjustment(t, { student: bounced, admin: another })
  const waiting = { student: bounced, admin: another }
  const birthProposalId = await makeBirthProposal(t, waiting)
  await makeEmailChange(t, waiting)
  await makeGuardianChange(t, waiting)
  const login = { email, password: PASSWORD, rememberMe: true, device: 'unknown' }
  const today = lagosDate(new Date())
  const person = { number: '+2348012345678', address: '12 Marina Road', school: 'Unity School' }
  const returned = { flow: randomUUID(), code: token, verifier: token }
  const video = {
    title: `A title ${unique()}`,
    description: 'A tale.',
    access: 'free',
    values: ['courage'],
    seriesId: '',
  }
  const savedView = {
    list: 'students' as const,
    query: 'filter=males',
    hiddenColumns: ['gender'],
    isDefault: false,
  }
  const { view } = await t.as(admin.token)(createSavedView, { body: { ...savedView, name: `View ${unique()}` } })
  const browser = makeBrowser(t)
  const { subscription } = await browser.subscribe(student)
  return {
    t,
    student,
    guardian,
    child,
    admin,
    another,
    into,
    bounced,
    held,
    quiz,
    seriesId,
    attempt,
    reportGroupId,
    regradeId,
    notification,
    session: sessions[0],
    adminSession: adminSessions[0],
    invitation,
    message,
    replyId,
    savedAnswer,
    file,
    bulkRun,
    payment,
    refundId,
    payLink,
    reference,
    draw,
    claimId,
    appealId,
    noteId,
    adjustmentId,
    birthProposalId,
    jobId,
    pending,
    subscription,
    view,
    // Values used in bodies.
    browser,
    email,
    token,
    login,
    today,
    // Far in the future, so that it closes no quiz.
    inTenDays: [inDays(10), inDays(10.5)],
    person,
    returned,
    video,
    savedView,
    form,
    publishAt,
  }
}
