// Walks the contract: every admin action, and every request for one person's data, writes an audit line. New endpoints are
// included automatically; those without a line must be listed here.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lagosDate, isAllowed } from '@baobab/contract/accounts/rules.ts'
import * as admins from '@baobab/contract/accounts/admin.ts'
import { logOutAdmin } from '@baobab/contract/accounts/admin.ts'
import { updateAdminPicture } from '@baobab/contract/profile/endpoints.ts'
import { api } from '@baobab/contract/api.ts'
import { startBulkRun, undoBulkRun } from '@baobab/contract/bulk/endpoints.ts'
import { auditActions, auditLog } from '@baobab/contract/audit/endpoints.ts'
import { listDuplicates, mergeStudents } from '@baobab/contract/duplicates/endpoints.ts'
import * as fairPlay from '@baobab/contract/fair-play/admin.ts'
import { nextMonth } from '@baobab/contract/scholarship/rules.ts'
import * as draws from '@baobab/contract/scholarship/admin.ts'
import { nameWitnesses, revealSecret } from '@baobab/contract/scholarship/admin.ts'
import * as prizes from '@baobab/contract/scholarship/prize.ts'
import { refuseClaim } from '@baobab/contract/scholarship/prize.ts'
import { withdrawBirth } from '@baobab/contract/students/corrections.ts'
import * as students from '@baobab/contract/students/endpoints.ts'
import { endMaintenance, startMaintenance } from '@baobab/contract/maintenance/endpoints.ts'
import { confirmClock, discardJob, retryJob, retryQueue } from '@baobab/contract/system/endpoints.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { endAdminSession, listAdminSessions } from '@baobab/contract/accounts/sessions.ts'
import { importPreviewed, importQuestions, previewImport, undoImport } from '@baobab/contract/quiz/question-import.ts'
import {
  deleteOptionPictures,
  deleteQuestion,
  optionPictureFiles,
  setOptionPictures,
} from '@baobab/contract/quiz/admin.ts'
import { agreeToRegrade, withdrawRegrade } from '@baobab/contract/quiz/corrections.ts'
import { createSavedView, deleteSavedView } from '@baobab/contract/saved-views/endpoints.ts'
import { deleteSeries, orderSeriesVideos } from '@baobab/contract/videos/endpoints.ts'
import * as videosAdmin from '@baobab/contract/videos/admin.ts'
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { mailAnswerAgain } from '@baobab/contract/contact/endpoints.ts'
import { sendMailsAgain } from '@baobab/contract/notifications/admin.ts'
import { giveBankAccount } from '@baobab/contract/payments/refunds.ts'
import { contactMessages } from '../src/contact/tables.ts'
import { refunds } from '../src/payments/tables.ts'
import { makeFailedRefund } from './payments.ts'
import { entrantProposals } from '../src/scholarship/tables.ts'
import { notificationMails, notifications } from '../src/notifications/tables.ts'
import { auditLines } from '../src/platform/audit/tables.ts'
import { makeBirthProposal } from './corrections.ts'
import { makeClaimedPrize, makeDraw, makeDueDraw, makeOpenClaim, witnessesForm, witnessSecrets } from './draws.ts'
import { makeAppeal } from './fair-play.ts'
import { videoBytes, makeUploadedVideo, videoForm } from './videos.ts'
import { waitFor } from './wait-for.ts'
import { openTestApp } from './harness.ts'
import {
  ADMIN_PASSWORD,
  makeAnotherAdmin,
  makePaidStudent,
  makePayment,
  makeQuiz,
  makeSeries,
  makeStudent,
  unique,
  type MadeAdmin,
} from './factories.ts'
import { makeFailedJob } from './failed-jobs.ts'
import { makeProposedRegrade } from './regrade-questions.ts'
import { sampleUrl, makeSamples, endpointName } from './samples.ts'
import { adjustmentCalls } from './adjust-points.ts'
import { quizCalls } from './take-quiz.ts'
import { csvOf, formWith } from './spreadsheets.ts'

/** The endpoints that write no audit line, each with the reason. */
const exempt: Record<string, string> = {
  'GET /admin/one-admin': "the admin's own profile",
  'PUT /admin/contact-messages/:messageId/read': 'a mark in the inbox; opening the message left a line',
  'GET /admin/contact-messages/:messageId/mails': 'returns no text and no person',
  'POST /admin/contact-messages/:messageId/answer-preview': 'shows a mail and sends nothing',
  'POST /admin/refund-banks/account-holder': 'asks the provider whose account it is, and stores nothing',
  'POST /api/notifications/test': "mails something to the admin's own address only",
  'POST /admin/question-regrades/:regradeId/preview':
    'computes again what a proposal would change, and changes nothing',
  'POST /admin/sheets/preview': 'reads a file and stores nothing',
  'POST /admin/sheets/marked': 'reads a file and stores nothing',
}

let first: MadeAdmin
const t = await openTestApp()
const samples = await makeSamples(t)
beforeAll(async () => {
  const { rows } = await t.app.pool.query<MadeAdmin>(
    'select id, username, email from admins order by created_at limit 1',
  )
  first = { ...(rows[0] ?? { id: '', username: '', email: '' }), token: samples.tokens.admin }
})

const adjustments = adjustmentCalls((token) => t.as(token))
const asAdmin = () => t.as(samples.tokens.admin)
const picture = async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}

function formOf(name: string, value: Blob, fileName: string): FormData {
  const form = new FormData()
  form.set(name, value, fileName)
  return form
}

async function makeQuestionFile() {
  const quiz = await makeQuiz(t, { count: 1 })
  const row = [quiz.video.title, `Who came ${unique()}?`, 'A', 'B', 'C', 'D', 'B', '11-20']
  return { body: formWith({ name: 'term.csv', bytes: csvOf([row]) }) }
}

/** An admin with an authenticator app that is not turned on yet. */
async function withApp() {
  const admin = await makeAnotherAdmin(t, first)
  const call = t.as(admin.token)
  const { secret } = await call(admins.beginSecondFactor, { body: { password: ADMIN_PASSWORD } })
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  // Each code works once, so every use needs a code from a later time step.
  let step = -1
  const body = () => ({
    password: ADMIN_PASSWORD,
    code: totp.generate({ timestamp: t.app.clock.now().getTime() + (step += 1) * 30_000 }),
  })
  return { call, body }
}

async function withFactor() {
  const { call, body } = await withApp()
  await call(admins.turnOnSecondFactor, { body: { code: body().code } })
  return { call, body }
}

const student = async () => ({ username: (await makeStudent(t)).username })
const reason = { reason: 'Two accounts of one person.' }

const videoTexts = () => ({ title: `A tale ${unique()}`, description: 'A tale.', access: 'free' })
const stored = async () => ({ id: (await makeUploadedVideo(t, samples.tokens.admin))._id })

/** Creates a draw whose round has come, and returns that round too. */
async function dueDraw() {
  // With the relay failing, the job cannot draw before the test does.
  t.sandbox.setRelayFault('failing')
  const { month, round } = await makeDueDraw(t, [(await makeStudent(t)).id])
  return { params: { month }, beacon: t.sandbox.signRound(round) }
}

async function drawnDraw() {
  const { params, beacon } = await dueDraw()
  await asAdmin()(draws.bringBeacon, { params, body: beacon })
  return { params, body: { index: 0, reason: 'wrong-age' as const } }
}

/** A draw with a proposal by another admin to disqualify the winner. */
async function proposedDraw() {
  const { token } = await makeAnotherAdmin(t, first)
  const input = await drawnDraw()
  await t.as(token)(draws.disqualifyWinner, input)
  return input
}

/** A month whose draw is far in the future. */
let openMonth = '2031-01'

/** A hold on an entrant of an open draw, proposed by another admin. */
async function makeEntrantProposal(): Promise<string> {
  const [{ id: studentId }, { id: proposedBy }] = [await makeStudent(t), await makeAnotherAdmin(t, first)]
  openMonth = nextMonth(openMonth)
  const { frozenAt: at } = await makeDraw(t, { month: openMonth, studentIds: [studentId] })
  const values = { studentId, change: 'held' as const, reason: 'other', proposedBy, at }
  const [row] = await t.app.db.insert(entrantProposals).values(values).returning()
  return row?.id ?? ''
}

/** A key correction proposed by another admin. */
async function proposedRegrade() {
  const [quiz, { id: adminId }] = [await makeQuiz(t, { count: 1 }), await makeAnotherAdmin(t, first)]
  return { regradeId: await makeProposedRegrade(t, { quiz, adminId }) }
}

/**
 * The endpoints that need more than their sample: files, authenticator codes, or rows in a certain state. Each function creates
 * these, which also writes lines, and returns the call whose line is checked.
 */
const prepared: Record<string, () => Promise<() => Promise<unknown>>> = {
  // Within a minute, requests of one student's page leave one line.
  'GET /admin/students/:username/notes': async () => {
    const params = await student()
    return () => asAdmin()(students.listStaffNotes, { params })
  },
  'GET /admin/students/:username/duplicates': async () => {
    const params = await student()
    return () => asAdmin()(listDuplicates, { params })
  },
  'POST /admin/contact-messages/:messageId/mail-again': async () => {
    // The email with another sample's answer may still be on its way, and would end the failure.
    const isOnItsWay = and(isNotNull(contactMessages.answer), isNull(contactMessages.mailedAt))
    await waitFor(async () => expect(await t.app.db.$count(contactMessages, isOnItsWay)).toBe(0))
    const failed = { answer: 'Yes.', answeredAt: new Date(), mailedAt: null, mailFailedAt: new Date() }
    await t.app.db.update(contactMessages).set(failed)
    return () => bySample(mailAnswerAgain)
  },
  'POST /admin/all-payments/:reference/refunds/:refundId/bank-account': async () => {
    const payment = await makePayment(t, { studentId: (await makeStudent(t)).id, kinds: ['succeeded'] })
    const refundId = await makeFailedRefund(t, { paymentId: payment.id, adminId: first.id })
    await t.app.db.update(refunds).set({ state: 'needs-attention', failure: null }).where(eq(refunds.id, refundId))
    const [params, body] = [
      { reference: payment.reference, refundId },
      { bankId: '9', accountNumber: '0123456789' },
    ]
    return () => asAdmin()(giveBankAccount, { params, body })
  },
  'POST /api/notifications/:notificationId/send-mails-again': async () => {
    const [one] = await t.app.db.select().from(notifications)
    const failed = { notificationId: one?.id ?? '', studentId: (await makeStudent(t)).id, at: new Date() }
    await t.app.db.insert(notificationMails).values({ ...failed, failedAt: new Date() })
    const params = { notificationId: failed.notificationId }
    return () => asAdmin()(sendMailsAgain, { params, body: {} })
  },
  'PUT /admin/update-profile-picture/:username': async () => {
    const body = formOf('profilePicture', await picture(), 'me.png')
    return () => asAdmin()(updateAdminPicture, { params: { username: first.username }, body })
  },
  'POST /api/videos/upload': async () => () =>
    asAdmin()(videosAdmin.uploadVideo, { body: videoForm(videoTexts(), videoBytes()) }),
  'PUT /api/videos/:id': async () => {
    const params = await stored()
    return () => asAdmin()(videosAdmin.updateVideo, { params, body: videoForm(videoTexts()) })
  },
  'PUT /api/videos/:id/poster': async () => {
    const [params, body] = [await stored(), formOf('poster', await picture(), 'poster.png')]
    return () => asAdmin()(videosAdmin.setPoster, { params, body })
  },
  'PUT /api/videos/:id/captions': async () => {
    const cue = new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'])
    const [params, body] = [await stored(), formOf('captions', cue, 'a.vtt')]
    return () => asAdmin()(videosAdmin.setCaptions, { params, body })
  },
  'PUT /api/videos/order': async () => {
    const { id } = await stored()
    return () =>
      asAdmin()(videosAdmin.orderVideos, {
        body: { id, before: samples.params({ path: '' } as Endpoint)['id'] ?? null },
      })
  },
  'PUT /api/series/:seriesId/order': async () => {
    const { video } = await makeQuiz(t, { count: 0 })
    const params = { seriesId: await makeSeries(t, { members: [video] }) }
    return () => asAdmin()(orderSeriesVideos, { params, body: { id: video.id, before: null } })
  },
  'DELETE /api/series/:seriesId': async () => {
    const params = { seriesId: await makeSeries(t) }
    return () => asAdmin()(deleteSeries, { params })
  },
  'DELETE /admin/saved-views/:viewId': async () => {
    const body = { list: 'audit' as const, name: unique(), query: '', hiddenColumns: [], isDefault: false }
    const { view } = await asAdmin()(createSavedView, { body })
    return () => asAdmin()(deleteSavedView, { params: { viewId: view._id } })
  },
  'PUT /admin/trivia/:triviaId/pictures': async () => {
    const { questions } = await makeQuiz(t)
    const body = new FormData()
    for (const name of optionPictureFiles) body.set(name, await picture(), name)
    return () => asAdmin()(setOptionPictures, { params: { triviaId: questions[0]?.id ?? '' }, body })
  },
  'DELETE /admin/trivia/:triviaId/pictures': async () => {
    const { questions } = await makeQuiz(t)
    return () => asAdmin()(deleteOptionPictures, { params: { triviaId: questions[0]?.id ?? '' } })
  },
  'DELETE /api/trivia/:triviaId': async () => {
    const { questions } = await makeQuiz(t)
    return () => asAdmin()(deleteQuestion, { params: { triviaId: questions[0]?.id ?? '' } })
  },
  'POST /api/trivia/upload-excel': async () => {
    const input = await makeQuestionFile()
    return () => asAdmin()(importQuestions, input)
  },
  'POST /admin/sheets/import': async () => {
    const input = await makeQuestionFile()
    const { digest } = await asAdmin()(previewImport, input)
    input.body.set('digest', digest)
    return () => asAdmin()(importPreviewed, input)
  },
  'POST /admin/sheets/imports/:importId/undo': async () => {
    const { importId } = await asAdmin()(importQuestions, await makeQuestionFile())
    return () => asAdmin()(undoImport, { params: { importId } })
  },
  'POST /admin/second-factor/begin': async () => {
    const call = t.as((await makeAnotherAdmin(t, first)).token)
    return () => call(admins.beginSecondFactor, { body: { password: ADMIN_PASSWORD } })
  },
  'POST /admin/second-factor': async () => {
    const { call, body } = await withApp()
    return () => call(admins.turnOnSecondFactor, { body: { code: body().code } })
  },
  'POST /admin/second-factor/recovery-codes': async () => {
    const { call, body } = await withFactor()
    return () => call(admins.makeRecoveryCodes, { body: body() })
  },
  'DELETE /admin/second-factor': async () => {
    const { call, body } = await withFactor()
    return () => call(admins.turnOffSecondFactor, { body: body() })
  },
  'POST /admin/change-password': async () => {
    const call = t.as((await makeAnotherAdmin(t, first)).token)
    return () => call(admins.changePassword, { body: { password: ADMIN_PASSWORD, newPassword: 'Papaya9tree!' } })
  },
  'DELETE /admin/sessions/:sessionId': async () => {
    const call = t.as((await makeAnotherAdmin(t, first)).token)
    const { sessions } = await call(listAdminSessions, {})
    return () => call(endAdminSession, { params: { sessionId: sessions[0]?._id ?? '' } })
  },
  'GET /admin/students/:username': async () => {
    const params = await student()
    return () => asAdmin()(students.studentDetails, { params })
  },
  'POST /admin/students/:username/disqualify': async () => {
    const params = await student()
    return () => asAdmin()(students.disqualifyStudent, { params, body: reason })
  },
  'POST /admin/students/:username/restore': async () => {
    const params = await student()
    await asAdmin()(students.disqualifyStudent, { params, body: reason })
    return () => asAdmin()(students.restoreStudent, { params, body: reason })
  },
  'POST /admin/students/:username/resend-verification': async () => {
    const params = await student()
    await asAdmin()(students.markBounced, { params })
    return () => asAdmin()(students.resendVerification, { params })
  },
  'PUT /admin/students/:username/extra-time': async () => {
    const params = await student()
    return () => asAdmin()(students.setExtraTime, { params, body: { factor: 1.5 } })
  },
  'POST /admin/students/:username/merge': async () => {
    const params = await student()
    const { username: into } = await student()
    return () => asAdmin()(mergeStudents, { params, body: { into, reason: 'Both are hers.' } })
  },
  'DELETE /admin/students/:username/streak-pauses/:pauseId': async () => {
    const { username } = await student()
    const day = lagosDate(t.app.clock.now())
    await asAdmin()(students.pauseStudentStreak, { params: { username }, body: { from: day, to: day } })
    const { streakPauses } = await asAdmin()(students.studentDetails, { params: { username } })
    return () => asAdmin()(students.deleteStreakPause, { params: { username, pauseId: streakPauses[0]?._id ?? '' } })
  },
  'POST /admin/students/:username/mark-bounced': async () => {
    const params = await student()
    return () => asAdmin()(students.markBounced, { params })
  },
  'DELETE /admin/students/:username/birth-proposals/:birthProposalId': async () => {
    const [{ id, username }, admin] = [await makeStudent(t), await makeAnotherAdmin(t, first)]
    const params = { username, birthProposalId: await makeBirthProposal(t, { student: { id }, admin }) }
    return () => asAdmin()(withdrawBirth, { params })
  },
  'POST /admin/flagged-students/:username/hold': async () => {
    const params = await student()
    return () => asAdmin()(fairPlay.holdStudent, { params, body: { reason: 'other' } })
  },
  'POST /admin/flagged-students/:username/clear': async () => {
    const params = await student()
    await asAdmin()(fairPlay.holdStudent, { params, body: { reason: 'other' } })
    return () => asAdmin()(fairPlay.clearStudent, { params })
  },
  'POST /admin/flagged-students/:username/disqualify': async () => {
    const params = await student()
    return () =>
      asAdmin()(fairPlay.disqualifyFlagged, { params, body: { reason: 'second-account', text: 'Two of them.' } })
  },
  'POST /admin/entrant-proposals/:proposalId/agree': async () => {
    const params = { proposalId: await makeEntrantProposal() }
    return () => asAdmin()(fairPlay.agreeToEntrantProposal, { params })
  },
  'POST /admin/entrant-proposals/:proposalId/withdraw': async () => {
    const params = { proposalId: await makeEntrantProposal() }
    return () => asAdmin()(fairPlay.withdrawEntrantProposal, { params })
  },
  'POST /admin/appeals/:appealId/answer': async () => {
    const appealId = await makeAppeal(t, await makeStudent(t), await makeAnotherAdmin(t, first))
    const body = { outcome: 'upheld' as const, text: 'Please come and see us.' }
    return () => asAdmin()(fairPlay.answerAppeal, { params: { appealId }, body })
  },
  'POST /admin/bulk-runs/:runId/undo': async () => {
    const targets = { ids: [(await makeStudent(t)).id] }
    const body = { action: 'students.extra-time' as const, options: { factor: 2 as const }, targets }
    const { run } = await asAdmin()(startBulkRun, { body })
    return () => asAdmin()(undoBulkRun, { params: { runId: run._id } })
  },
  'POST /admin/clock/confirm': async () => {
    await t.app.db.execute(sql`update clock_state set held_since = now()`)
    return () => asAdmin()(confirmClock, {})
  },
  'POST /admin/maintenance': async () => {
    await t.app.db.execute(sql`delete from maintenances`)
    // Far in the future, so that it closes no other test's quiz.
    const inHours = (hours: number) => new Date(t.app.clock.now().getTime() + hours * 3_600_000).toISOString()
    return () => asAdmin()(startMaintenance, { body: { startsAt: inHours(24), expectedEndAt: inHours(25) } })
  },
  'POST /admin/maintenance/end': async () => {
    await t.app.db.execute(sql`insert into maintenances (starts_at, expected_end_at, created_at)
      values (now() + interval '1 day', now() + interval '1 day', now()) on conflict do nothing`)
    return () => asAdmin()(endMaintenance, {})
  },
  'POST /admin/failed-jobs/:jobId/retry': async () => {
    const params = { jobId: await makeFailedJob(t, 'erased-files') }
    return () => asAdmin()(retryJob, { params })
  },
  'POST /admin/job-queues/:queue/retry': async () => {
    await makeFailedJob(t, 'erased-files')
    return () => asAdmin()(retryQueue, { params: { queue: 'erased-files' } })
  },
  'DELETE /admin/failed-jobs/:jobId': async () => {
    const params = { jobId: await makeFailedJob(t, 'erased-files') }
    return () => asAdmin()(discardJob, { params })
  },
  'POST /admin/draws/:month/run': async () => {
    const { params } = await dueDraw()
    return () => {
      t.sandbox.setRelayFault()
      return asAdmin()(draws.runDraw, { params })
    }
  },
  'POST /admin/draws/:month/beacon': async () => {
    const { params, beacon: body } = await dueDraw()
    return () => asAdmin()(draws.bringBeacon, { params, body })
  },
  'POST /admin/draws/:month/disqualify': async () => {
    const input = await drawnDraw()
    return () => asAdmin()(draws.disqualifyWinner, input)
  },
  'POST /admin/draws/:month/replace': async () => {
    const month = lagosDate(t.app.clock.now()).slice(0, 7)
    await makeDraw(t, { month, studentIds: [(await makeStudent(t)).id] })
    const missing = await makePaidStudent(t)
    await quizCalls((token) => t.as(token)).answer(missing, await makeQuiz(t), 0, 'right')
    return () => asAdmin()(draws.replaceList, { params: { month } })
  },
  'POST /admin/draws/:month/proposal/agree': async () => {
    const { params } = await proposedDraw()
    return () => asAdmin()(draws.agreeToProposal, { params })
  },
  'POST /admin/draws/:month/proposal/withdraw': async () => {
    const { params } = await proposedDraw()
    return () => asAdmin()(draws.withdrawProposal, { params })
  },
  'POST /admin/draws/:month/witnesses': async () => {
    const { params } = await dueDraw()
    return () => asAdmin()(nameWitnesses, { params, body: witnessesForm(params.month) })
  },
  'POST /admin/draws/:month/secret': async () => {
    const { token } = await makeAnotherAdmin(t, first)
    const { params } = await dueDraw()
    await t.as(token)(nameWitnesses, { params, body: witnessesForm(params.month) })
    await asAdmin()(draws.agreeToProposal, { params })
    const [secret = ''] = witnessSecrets
    return () => asAdmin()(revealSecret, { params, body: { position: 0, secret } })
  },
  'POST /admin/draws/:month/confirm': async () => {
    const { params } = await drawnDraw()
    await makeClaimedPrize(t, params.month)
    return () => asAdmin()(draws.confirmWinner, { params })
  },
  'POST /admin/list-claims/:claimId/refuse': async () => {
    const params = { claimId: await makeOpenClaim(t, [(await makeStudent(t)).id], await makeStudent(t)) }
    return () => asAdmin()(refuseClaim, { params, body: { text: 'The payment came later.' } })
  },
  'POST /admin/scholarship-prizes/:month/claim': async () => {
    const { params } = await drawnDraw()
    await makeClaimedPrize(t, params.month)
    const guardian = { guardianName: 'Bisi Obi', guardianPhone: '+2348012345679', guardianEmail: '' }
    const body = { ...guardian, publicName: '', reason: 'The number was wrong.' }
    return () => asAdmin()(prizes.changeClaim, { params, body })
  },
  'POST /admin/scholarship-prizes/:month/public-name': async () => {
    const { params } = await drawnDraw()
    const { seq: version } = await makeClaimedPrize(t, params.month, { publicName: 'Amina from Kano' })
    return () => asAdmin()(prizes.confirmPublicName, { params, body: { version } })
  },
  'POST /admin/scholarship-prizes/:month/agreement': async () => {
    const { params } = await drawnDraw()
    const { seq: version } = await makeClaimedPrize(t, params.month, { isAgreed: false })
    return () => asAdmin()(prizes.recordAgreement, { params, body: { version } })
  },
  'POST /admin/scholarship-prizes/:month/payout': async () => {
    const { params } = await drawnDraw()
    await makeClaimedPrize(t, params.month)
    await asAdmin()(draws.confirmWinner, { params })
    return () => asAdmin()(prizes.recordPayout, { params, body: { paidOn: '2026-01-05', receipt: 'TRF-1' } })
  },
  'POST /admin/students/:username/adjustments/:adjustmentId/undo': async () => {
    const student = await makeStudent(t)
    await adjustments.adjust(first, student, 10)
    const id = await adjustments.findLast(first, student)
    return () => adjustments.undo(first, student, id)
  },
  'POST /admin/students/:username/adjustments/:adjustmentId/withdraw': async () => {
    const student = await makeStudent(t)
    await adjustments.adjust(first, student, 60)
    const id = await adjustments.findLast(first, student)
    return () => adjustments.withdraw(first, student, id)
  },
  'POST /admin/question-regrades/:regradeId/agree': async () => {
    const params = await proposedRegrade()
    return () => asAdmin()(agreeToRegrade, { params })
  },
  'POST /admin/question-regrades/:regradeId/withdraw': async () => {
    const params = await proposedRegrade()
    return () => asAdmin()(withdrawRegrade, { params })
  },
  'POST /admin/logout': async () => {
    const call = t.as((await makeAnotherAdmin(t, first)).token)
    return () => call(logOutAdmin, {})
  },
}

async function bySample(endpoint: Endpoint): Promise<void> {
  const body = samples.bodies[endpointName(endpoint)]
  const reply = await t.http.inject({
    method: endpoint.method,
    url: sampleUrl(samples, endpoint),
    headers: { authorization: `Bearer ${samples.tokens.admin}` },
    ...(body ? { payload: body } : {}),
  })
  expect(reply.statusCode, `${endpointName(endpoint)} with its sample of samples.ts: ${reply.body}`).toBeLessThan(300)
}

async function linesOf(act: () => Promise<unknown>) {
  const [last] = await t.app.db.select({ seq: sql<number>`coalesce(max(${auditLines.seq}), 0)::int` }).from(auditLines)
  await act()
  return t.app.db
    .select()
    .from(auditLines)
    .where(gt(auditLines.seq, last?.seq ?? 0))
    .orderBy(asc(auditLines.seq))
}

/** Returns whether an endpoint returns one person's data. */
function isPersonal({ path }: Endpoint): boolean {
  return /:(username|messageId|reference)\b/.test(path) || 'username' in samples.query({ path } as Endpoint)
}

it('the lists in this test contain only endpoints that exist', () => {
  const names = new Set(api.map(endpointName))
  for (const name of [...Object.keys(exempt), ...Object.keys(prepared)]) expect([...names]).toContain(name)
})

it('every action that the server writes has a label, and so a sentence on the page', () => {
  const root = fileURLToPath(new URL('../src', import.meta.url))
  const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test(-data)?\.ts$/.test(file))
  const written = sources.flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, 'utf8')
    if (!/writeAuditLine|audit(Page)?Read/.test(source)) return []
    return [...source.matchAll(/action(?: =|:)[^\n]*?'([a-z]+\.[a-z_-]+)'(?:[^\n]*'([a-z]+\.[a-z_-]+)')?/g)].flatMap(
      ([, one, other]) => [one, other].filter((action) => action !== undefined),
    )
  })
  expect(written.length).toBeGreaterThan(100)
  expect(Object.keys(auditActions)).toEqual(expect.arrayContaining(written))
})

it('the log can be filtered by every action', async () => {
  for (const action of Object.keys(auditActions))
    expect((await asAdmin()(auditLog, { query: { action } })).lines.every((line) => line.action === action)).toBe(true)
})

const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
const ofAdmins = api
  .filter(({ who }) => !isAllowed(who, 'student') && who !== 'guardian')
  .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
  .map((endpoint) => [endpointName(endpoint), endpoint] as const)

it.each(ofAdmins)('C-09 %s writes an audit line if it has to', async (name, endpoint) => {
  const mustLeaveOne = endpoint.method !== 'GET' || isPersonal(endpoint) || endpoint.path.endsWith('/export')
  if (name in exempt || !mustLeaveOne) return
  const act = (await prepared[name]?.()) ?? (() => bySample(endpoint))
  const lines = await linesOf(act)
  expect(lines.length, `${name} leaves no line in the audit log`).toBeGreaterThan(0)
  for (const { action, details } of lines) {
    expect(Object.keys(auditActions), `${action} has no label in contract/src/audit/endpoints.ts`).toContain(action)
    expect(JSON.stringify(details), 'a line names no person').not.toContain(first.username)
  }
})

const ofBoth = api
  .filter(
    ({ who, method }) => who !== 'anyone' && isAllowed(who, 'student') && isAllowed(who, 'owner') && method === 'GET',
  )
  .filter(({ path }) => /:username/.test(path))

it.each(ofBoth.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
  'C-09 %s, which students may read too, writes an audit line if an admin reads it',
  async (name, { path }) => {
    const { id, username } = await makeStudent(t)
    const headers = { authorization: `Bearer ${samples.tokens.admin}` }
    const lines = await linesOf(() => t.http.inject({ url: path.replace(':username', username), headers }))
    expect(lines, `${name} leaves no line in the audit log`).toMatchObject([{ adminId: first.id, subject: id }])
  },
)
