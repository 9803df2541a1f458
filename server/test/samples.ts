// A valid request for each endpoint of the contract, so that tests can break one thing at a time.
import { lagosDate, isAllowed } from '@baobab/contract/accounts/rules.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
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
import { staffNotes } from '../src/students/tables.ts'
import { createUnsubscribeLink } from '../src/notifications/optional-mails.ts'
import { sendMessage } from '../src/contact/send-message.ts'
import { addSavedAnswer } from '@baobab/contract/contact/endpoints.ts'
import { contactMessages } from '../src/contact/tables.ts'
import { makePayLink } from '../src/payments/pay-link.ts'
import * as notifications from '@baobab/contract/notifications/admin.ts'
import { NotifyAllForm } from '@baobab/contract/notifications/admin.ts'
import { drawWinner } from '../src/scholarship/run-draw.ts'
import { makeClaim, makeDueDraw, witnessesForm } from './draws.ts'
import { makeAppeal } from './fair-play.ts'
import type { TestApp } from './harness.ts'
import { makeFailedJob } from './failed-jobs.ts'
import { makeBrowser } from './push.ts'
import { makeProposedRegrade } from './regrade-questions.ts'
import { findOpenGroup, makeReporter, reportCalls } from './report-questions.ts'
import { quizCalls } from './take-quiz.ts'
import {
  ADMIN_PASSWORD,
  makeAdmin,
  makeAnotherAdmin,
  makePayment,
  makeQuiz,
  makeSeries,
  makeStudent,
  PASSWORD,
} from './factories.ts'
import { newAdminName, registration, unique } from './factories.ts'
import { waitFor } from './wait-for.ts'

export type Samples = {
  tokens: { student: string; admin: string }
  /** The value of each `:name` in paths. */
  params(endpoint: Endpoint): Record<string, string>
  query(endpoint: Endpoint): Record<string, string>
  /** Bodies by `METHOD path`. */
  bodies: Record<string, Record<string, unknown>>
}

export const endpointName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** Returns the URL of an endpoint with its sample parameters, some of them replaced. */
export function sampleUrl(samples: Samples, endpoint: Endpoint, changes: Record<string, string> = {}): string {
  const params: Record<string, string> = { ...samples.params(endpoint), ...changes }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'missing')
  const query = new URLSearchParams(samples.query(endpoint))
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/** Returns a token that may call an endpoint, or undefined if it needs none. */
export function tokenFor(samples: Samples, { who }: Pick<Endpoint, 'who'>): string | undefined {
  if (who === 'anyone') return undefined
  return isAllowed(who, 'student') ? samples.tokens.student : samples.tokens.admin
}

/** Waits until every code was mailed, because recording that changes rows in the background. */
async function waitForSentCodes(t: TestApp): Promise<void> {
  const unsent = () => t.app.db.select().from(emailCodes).where(isNull(emailCodes.sentAt))
  await waitFor(async () => expect(await unsent()).toEqual([]))
}

/** Creates an admin's note about a student, and returns its id. */
async function makeStaffNote(
  t: TestApp,
  { student, admin }: { student: { id: string }; admin: { id: string } },
): Promise<string> {
  const values = { studentId: student.id, adminId: admin.id, text: 'Her father called.', createdAt: new Date() }
  const [note] = await t.app.db.insert(staffNotes).values(values).returning()
  return note?.id ?? ''
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Creates a student, an admin and a quiz, and a valid request for each endpoint. */
export async function makeSamples(t: TestApp): Promise<Samples> {
  const [student, admin, quiz] = [await makeStudent(t), await makeAdmin(t), await makeQuiz(t)]
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
  const run = { action: 'students.extra-time', options: {}, state: 'running' as const, total: 1, startedAt: new Date() }
  const [bulkRun] = await t.app.db
    .insert(bulkRuns)
    .values({ ...run, adminId: admin.id })
    .returning()
  const { savedAnswer } = await t.as(admin.token)(addSavedAnswer, { body: { title: 'Price', text: 'It is free.' } })
  const payment = await makePayment(t, { studentId: (await makeStudent(t)).id, kinds: ['succeeded'] })
  const { url: payLink } = await makePayLink(t.app, student.id)
  // This payment is paid, because the reconciling job would change an open one during a test.
  const { reference } = await makePayment(t, { studentId: student.id, kinds: ['succeeded'] })
  const draw = await makeDueDraw(t, [student.id])
  // So that the job, which draws what is due, changes nothing during a test.
  await drawWinner(t.app, draw, t.sandbox.signRound(draw.round))
  const claimId = await makeClaim(t, draw, await makeStudent(t))
  const jobId = await makeFailedJob(t, 'erased-files')
  const [email, token] = [`${unique()}@school.example`, 'x'.repeat(43)]
  await registerStudent(t.app, registration())
  await waitForSentCodes(t)
  const [pending] = await t.app.db.select().from(registrations)
  // The mail of this student bounced, so that an admin may send a code.
  const bounced = await makeStudent(t)
  await t.app.db.update(students).set({ emailBouncedAt: new Date() }).where(eq(students.id, bounced.id))
  const held = await makeStudent(t)
  const appealId = await makeAppeal(t, held, admin)
  const into = await makeStudent(t)
  const noteId = await makeStaffNote(t, { student: bounced, admin })
  const login = { email, password: PASSWORD, rememberMe: true, device: 'unknown' }
  const today = lagosDate(new Date())
  const person = { number: '+2348012345678', address: '12 Marina Road', school: 'Unity School' }
  const returned = { flow: randomUUID(), code: token, verifier: token }
  const options = ['Amina', 'Bola', 'Chidi', 'Danladi']
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
  const usernameFor = (path: string) => {
    if (path.startsWith('/admin/students/')) return bounced.username
    if (path.startsWith('/admin/flagged-students/')) return held.username
    return path.startsWith('/admin') ? admin.username : student.username
  }
  return {
    tokens: { student: student.token, admin: admin.token },
    params: ({ path }) => ({
      username: usernameFor(path),
      sessionId: (path.startsWith('/admin') ? adminSessions : sessions)[0]?._id ?? '',
      subscriptionId: subscription._id,
      id: quiz.video.id,
      provider: 'linkedin',
      viewId: view._id,
      seriesId,
      certificateId: 'x'.repeat(22),
      attemptId: attempt._id,
      adminId: another.id,
      invitationId: invitation._id,
      registrationId: pending?.id ?? '',
      messageId: message?.id ?? '',
      answerId: savedAnswer._id,
      reportGroupId,
      appealId,
      noteId,
      claimId,
      regradeId,
      triviaId: quiz.questions[0]?.id ?? '',
      notificationId: notification._id,
      exportId: file?.id ?? '',
      runId: bulkRun?.id ?? '',
      reference: payment.reference,
      token: new URL(payLink).searchParams.get('link') ?? '',
      importId: quiz.video.id,
      jobId,
      month: draw.month,
      file: 'list.txt',
      queue: 'erased-files',
      videoTitle: encodeURIComponent(quiz.video.title),
      ageCategory: quiz.ageCategory,
    }),
    query: ({ path }): Record<string, string> => {
      if (path === '/admin/figures' || path === '/admin/payment-totals') return { from: '2026-01-01', to: '2026-01-30' }
      if (path === '/admin/flagged-students') return { ageCategory: '11-20' }
      if (path === '/admin/students/:username/merge') return { into: into.username }
      if (path === '/admin/one-admin') return { username: admin.username }
      if (path.startsWith('/admin/trivia-')) return { videoId: quiz.video.id, ageCategory: quiz.ageCategory }
      return {}
    },
    bodies: {
      'POST /api/payments/initialize': { method: 'checkout' },
      'POST /api/payments/verify': { reference },
      'POST /api/payments/check': { reference },
      'PATCH /update-payment/:username': { isPaid: true },
      'POST /api/payments/webhook': { event: 'charge.success', data: { id: 1, domain: 'test', reference } },
      'POST /api/pay-links/:token/initialize': { email: 'mum@home.example', method: 'checkout' },
      'POST /api/pay-links/:token/verify': { reference },
      'POST /admin/all-payments/:reference/refund-noted': {
        key: randomUUID(),
        amountKobo: 100,
        note: 'By a transfer.',
      },
      'PUT /admin/students/:username/extra-time': { factor: 2 },
      'POST /admin/students/:username/disqualify': { reason: 'Two accounts of one person.' },
      'POST /admin/students/:username/restore': { reason: 'It was a sister.' },
      'POST /admin/students/:username/streak-pauses': { from: today, to: today },
      'POST /admin/students/:username/notes': { text: 'Her mother called.' },
      'POST /admin/students/:username/merge': { into: into.username, reason: 'Both are hers.' },
      'POST /student/push-subscriptions': browser.form,
      'PUT /student/movement-setting': { hidesMovement: true },
      'POST /api/fair-play/appeal': { text: 'I had seen the video three times.' },
      'POST /admin/flagged-students/:username/hold': { reason: 'other' },
      'POST /admin/flagged-students/:username/disqualify': { reason: 'second-account', text: 'Two accounts.' },
      'POST /admin/appeals/:appealId/answer': { outcome: 'upheld', text: 'Please come and see us.' },
      'POST /admin/bulk-runs': {
        action: 'students.extra-time',
        options: { factor: 2 },
        targets: { ids: [student.id] },
      },
      // Far ahead, so that it closes no quiz.
      'POST /admin/maintenance': { startsAt: inDays(10), expectedEndAt: inDays(10.5) },
      'POST /admin/exports': { what: 'students', format: 'csv', filters: { filter: 'males', search: 'ade' } },
      'POST /student/register': {
        ...person,
        email,
        username: unique('n'),
        password: PASSWORD,
        repassword: PASSWORD,
        birth: '2012-05-01',
        gender: 'female',
        guardianEmail: `parent-${email}`,
      },
      'POST /student/verify-email': { email, verificationToken: '123456', registration: token },
      'POST /student/sign-in/:provider/start': { browserHash: token },
      'POST /student/sign-in/finish': { ...returned, rememberMe: true, device: 'unknown' },
      'POST /student/sign-in/complete': {
        ...person,
        ticket: token,
        username: unique('n'),
        email,
        birth: '2012-05-01',
        gender: 'female',
        guardianEmail: `parent-${email}`,
        rememberMe: true,
        device: 'unknown',
      },
      'POST /student/sign-in/connect': { ticket: token, password: PASSWORD, rememberMe: true, device: 'unknown' },
      'POST /student/sign-in/connect/code': { ticket: token },
      'POST /student/sign-in-methods/:provider/start': { browserHash: token, password: PASSWORD },
      'POST /student/sign-in-methods/finish': returned,
      'DELETE /student/sign-in-methods/:provider': { password: PASSWORD },
      'PUT /student/password': { newPassword: PASSWORD, repassword: PASSWORD, password: PASSWORD },
      'POST /student/resend-code': { email, registration: token },
      'POST /student/login': { ...login, registration: token },
      'POST /student/ask-guardian': { email, registration: token, guardianEmail: `parent-${email}` },
      'POST /student/forgot-password': { email, device: 'unknown' },
      'POST /student/reset-password': { token, email, newPassword: PASSWORD, device: 'unknown' },
      'POST /student/reset-password/link': { token, email },
      'POST /student/guardian-consent': { student: student.id, token },
      'POST /student/guardian-consent/request': { student: student.id, token },
      'POST /student/guardian-consent/withdraw': { student: student.id, token },
      'POST /student/guardian-consent/pause': { student: student.id, token, from: '2026-11-02', to: '2026-11-06' },
      'PATCH /student/update-profile/:username': { ...person, profilePicture: 'ignored' },
      'PUT /student/update-profile-picture/:username': {},
      'DELETE /student/me': { password: PASSWORD },
      'POST /admin/register': {
        username: newAdminName(),
        email,
        password: ADMIN_PASSWORD,
        setupCode: 'x',
        invitation: 'y',
      },
      'POST /admin/login': { ...login, code: '123456' },
      'POST /admin/invitations': { email: `new-${email}`, role: 'content' },
      'PUT /admin/admins/:adminId/role': { role: 'support' },
      'POST /admin/second-factor/begin': { password: ADMIN_PASSWORD },
      'POST /admin/second-factor': { code: '123456' },
      'POST /admin/second-factor/recovery-codes': { password: ADMIN_PASSWORD, code: '123456' },
      'DELETE /admin/second-factor': { password: ADMIN_PASSWORD, code: '123456' },
      'POST /admin/change-password': { password: ADMIN_PASSWORD, code: '123456', newPassword: 'Papaya9tree!' },
      'POST /admin/forgot-password': { email, device: 'unknown' },
      'POST /admin/reset-password': { token, email, newPassword: ADMIN_PASSWORD, device: 'unknown' },
      'POST /admin/confirm': { password: ADMIN_PASSWORD, code: '123456' },
      'PUT /admin/update-profile-picture/:username': {},
      'POST /admin/attempts/:attemptId/reset': { reason: 'The power failed in the whole school.' },
      'PUT /api/videos/:id/progress': { positionSeconds: 12.5 },
      'POST /api/videos/upload': video,
      'PUT /api/videos/:id': video,
      'PUT /api/videos/:id/poster': { atSeconds: 1 },
      'PUT /admin/trivia/:triviaId/pictures': {},
      'PUT /api/videos/:id/captions': {},
      'PUT /api/videos/order': { id: quiz.video.id, before: quiz.video.id },
      'PUT /api/videos/:id/visibility': { access: 'free' },
      'POST /admin/saved-views': { ...savedView, name: `View ${unique()}` },
      'PUT /admin/saved-views/:viewId': { name: `View ${unique()}`, isDefault: true },
      'POST /api/series': { title: `A series ${unique()}`, description: 'Some tales.' },
      'PUT /api/series/:seriesId': { title: `A series ${unique()}`, description: 'Some tales.' },
      'PUT /api/series/order': { id: seriesId, before: seriesId },
      'PUT /api/series/:seriesId/order': { id: quiz.video.id, before: quiz.video.id },
      'POST /api/trivia/upload-excel': {},
      'POST /admin/sheets/preview': {},
      'POST /admin/sheets/marked': {},
      'POST /api/trivia/add': {
        videoTitle: quiz.video.title,
        question: 'Who was honest?',
        options,
        correctAnswer: 'Bola',
        ageCategory: '11-20',
      },
      'PUT /api/trivia/:triviaId': { question: 'Who was kind?', options, correctAnswer: 'Chidi' },
      'PUT /admin/trivia-pool': { videoId: quiz.video.id, ageCategory: '11-20', askedCount: quiz.questions.length },
      'POST /api/trivia/order': { id: quiz.questions[0]?.id ?? '', before: quiz.questions[1]?.id ?? null },
      'POST /api/trivia/video/:videoTitle/:ageCategory/answer': { triviaId: quiz.questions[0]?.id, answer: 'right' },
      'POST /api/trivia/video/:videoTitle/:ageCategory/practice/answer': {
        triviaId: quiz.questions[0]?.id,
        answer: 'right',
      },
      'POST /api/trivia/video/:videoTitle/:ageCategory/questions/:triviaId/report': {
        reason: 'unclear',
        text: 'Which of the two wells?',
      },
      'POST /admin/question-reports/:reportGroupId/answer': { outcome: 'right', text: 'The video says so.' },
      'POST /admin/question-regrades': { triviaId: quiz.questions[1]?.id ?? '', newAnswer: 'wrong one' },
      'PUT /admin/contact-messages/:messageId/read': { isRead: true },
      'POST /admin/contact-messages/:messageId/answer': { answer: 'On the 3rd of the next month.' },
      'PATCH /admin/contact-messages/:messageId': { assignedTo: admin.username, followUpOn: today, isClosed: false },
      'POST /admin/contact-messages/:messageId/notes': { note: 'Called back.' },
      'POST /admin/contact-messages/:messageId/answer-preview': { answer: 'On the 3rd of the next month.' },
      'POST /admin/saved-answers': { title: 'Price', text: 'It is free.' },
      'PUT /admin/saved-answers/:answerId': { title: 'Price', text: 'It is free.' },
      'PUT /admin/settings': {
        priceKobo: 150_000,
        supportEmail: 'help@baobab.example',
        supportPhone: '+2348012345678',
      },
      'POST /api/scholarship/draws/:month/claim': { text: 'I paid in time.' },
      'POST /admin/list-claims/:claimId/refuse': { text: 'The payment came after the month had closed.' },
      'POST /api/scholarship/prizes/:month': {
        guardianName: 'Halima Bello',
        guardianPhone: '+2348012345678',
        guardianEmail: '',
        publicName: '',
        guardianAgrees: true,
        password: PASSWORD,
      },
      'POST /api/scholarship/guardian-agreement/request': { claim: '1', token: 'a'.repeat(43) },
      'POST /api/scholarship/guardian-agreement': { claim: '1', token: 'a'.repeat(43) },
      'POST /admin/scholarship-prizes/:month/claim': {
        guardianName: 'Halima Bello',
        guardianPhone: '+2348012345678',
        guardianEmail: '',
        publicName: '',
        reason: 'The number was wrong.',
      },
      'POST /admin/scholarship-prizes/:month/public-name': { version: 1 },
      'POST /admin/scholarship-prizes/:month/agreement': { version: 1 },
      'POST /admin/scholarship-prizes/:month/payout': { paidOn: '2026-01-05', receipt: 'TRF-1' },
      'POST /admin/draws/:month/beacon': { round: draw.round, signature: 'aa', randomness: 'a'.repeat(64) },
      'POST /api/scholarship/draws/:month/beacon': { round: draw.round, signature: 'aa', randomness: 'a'.repeat(64) },
      'POST /admin/draws/:month/witnesses': witnessesForm(draw.month),
      'POST /admin/draws/:month/secret': { position: 0, secret: 'a'.repeat(64) },
      'POST /admin/draws/:month/disqualify': { index: 0, reason: 'wrong-age' },
      'POST /api/notification': { ...form, username: student.username, publishAt },
      'POST /api/notification/all': { ...form, ageCategory: '11-20', publishAt },
      'PUT /api/notifications/:notificationId': { ...form, publishAt },
      'POST /api/notifications/test': { title: 'The draw is near', description: 'Answer today.' },
      'POST /api/notifications/:notificationId/send-mails-again': {},
      'PUT /student/mail-setting': { getsOptionalMails: false },
      'POST /student/mail-setting/by-link': {
        token: new URL(createUnsubscribeLink(t.app, student.id)).searchParams.get('token') ?? '',
        getsOptionalMails: false,
      },
      'POST /api/policy-reports': { 'csp-report': { 'document-uri': 'https://baobab.example/about' } },
      'POST /contact/api/contact': { firstName: 'Ada', lastName: 'Obi', email, message: 'Hello.' },
    },
  }
}
