// Merges two accounts of one student over HTTP, and checks everything that belonged to them.
import { forgotPassword, logInStudent, withdrawGuardianConsent } from '@baobab/contract/accounts/endpoints.ts'
import { reauthenticateAdmin } from '@baobab/contract/accounts/admin.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { startBulkRun } from '@baobab/contract/bulk/endpoints.ts'
import * as contract from '@baobab/contract/duplicates/endpoints.ts'
import { duplicatesText, mergeRefusalSentences } from '@baobab/contract/duplicates/endpoints.ts'
import { readFlagged } from '@baobab/contract/fair-play/admin.ts'
import { connectAccount } from '@baobab/contract/accounts/identity-providers.ts'
import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { myLeague } from '@baobab/contract/leagues/endpoints.ts'
import { sendNotification } from '@baobab/contract/notifications/admin.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import {
  listStaffNotes,
  addStaffNote,
  disqualifyStudent,
  listStudents,
  setExtraTime,
  studentDetails,
} from '@baobab/contract/students/endpoints.ts'
import { addBookmark, reportPlayed, watchVideo } from '@baobab/contract/videos/endpoints.ts'
import { changeReadingSetting, readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  ADMIN_PASSWORD,
  logInAgain,
  makeAdmin,
  makeAnotherAdmin,
  makePayment,
  makeQuiz,
  makeSeries,
  makeStudent,
  PASSWORD,
  type MadeAdmin,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { makeClaim, makeDueDraw } from '../../test/draws.ts'
import { newPerson, signInCalls } from '../../test/sign-in.ts'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { expectRefusalWithoutWrites, quizCalls, quizRows } from '../../test/take-quiz.ts'
import { deriveConsentToken } from '../accounts/derive-code.ts'
import { hashAddress } from '../accounts/address-hash.ts'
import { providerIdentities } from '../accounts/identity-providers/tables.ts'
import { students } from '../accounts/tables.ts'
import { certificates } from '../awards/tables.ts'
import { plays } from '../videos/tables.ts'
import { bulkTargets } from '../bulk/tables.ts'
import { fairPlayFlags } from '../fair-play/tables.ts'
import { notificationMails, notificationRecipients, notifications } from '../notifications/tables.ts'
import { payments } from '../payments/tables.ts'
import { drawEvents, prizePayouts, scholarshipStart } from '../scholarship/tables.ts'
import { findPair } from './find-accounts.ts'
import { findRefusals } from './find-refusals.ts'
import { formerAttempts } from '../quiz/former-tables.ts'
import { attempts } from '../quiz/tables.ts'

let support: MadeAdmin
const t = await openTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
})
afterEach(() => t.app.clock.set(new Date()))

const { start, answer, list } = quizCalls((token) => t.as(token))
const { loadAttempts, loadEntry, loadPointsLedger } = quizRows(() => t)

const by = (who = support) => t.as(who.token)
const merge = (merged: MadeStudent, kept: MadeStudent, who = support) =>
  by(who)(contract.mergeStudents, {
    params: { username: merged.username },
    body: { into: kept.username, reason: 'Both are hers, says her mother.' },
  })
const preview = (merged: MadeStudent, kept: MadeStudent) =>
  by()(contract.previewMerge, { params: { username: merged.username }, query: { into: kept.username } })
const refusalsOf = async (merged: MadeStudent, kept: MadeStudent) => (await preview(merged, kept)).refusals
const rowOf = async ({ id }: MadeStudent) => {
  const [row] = await t.app.db.select().from(students).where(eq(students.id, id))
  return row
}

/** Takes a quiz with the given number of right answers out of five, and returns after a minute. */
async function take(student: MadeStudent, quiz: MadeQuiz, right: number): Promise<void> {
  for (let n = 0; n < 5; n += 1) await answer(student, quiz, n, n < right ? 'right' : 'wrong one')
  t.app.clock.advance(60_000)
}

const makePair = async () => ({ kept: await makeStudent(t), merged: await makeStudent(t) })

describe('points', () => {
  it('count once per quiz, from the earlier attempt, in both the preview and the merge', async () => {
    const { kept, merged } = await makePair()
    const [first, second, third, fourth] = [await makeQuiz(t), await makeQuiz(t), await makeQuiz(t), await makeQuiz(t)]
    await take(merged, first, 2)
    await take(kept, first, 5)
    await take(kept, second, 3)
    await take(merged, second, 5)
    await take(kept, third, 1)
    await take(merged, fourth, 4)
    const shown = await preview(merged, kept)
    expect(shown.points).toEqual([{ ageCategory: '11-20', kept: 90, merged: 110, after: 100 }])
    expect(
      shown.quizzes.map(({ videoTitle, counts, kept, merged }) => [videoTitle, counts, kept?.score, merged?.score]),
    ).toEqual([
      [first.video.title, 'merged', 50, 20],
      [second.video.title, 'kept', 30, 50],
      [third.video.title, 'kept', 10, undefined],
      [fourth.video.title, 'merged', undefined, 40],
    ])
    const lastAnswer = (await loadAttempts(merged)).find(({ videoId }) => videoId === fourth.video.id)?.lockedAt
    const before = [await loadPointsLedger(kept), await loadPointsLedger(merged)].flat()
    t.app.clock.advance(300_000)

    expect(await merge(merged, kept)).toEqual({ message: duplicatesText.merged })
    expect(await loadEntry(kept)).toMatchObject({ score: 100, isListed: true })
    expect(await loadEntry(merged)).toMatchObject({ score: 0, isListed: false })
    // The time of the last right answer, not of the merge.
    expect((await loadEntry(kept))?.reachedAt.getTime()).toBeLessThanOrEqual(lastAnswer?.getTime() ?? 0)
    await expectScoresToAddUp(t)
    const lines = [await loadPointsLedger(kept), await loadPointsLedger(merged)].flat()
    expect(lines).toEqual(expect.arrayContaining(before))
    expect((await loadAttempts(merged)).length).toBe(0)
    const { attempts: counting } = await list(kept)
    expect(new Map(counting.map(({ videoTitle, score }) => [videoTitle, score]))).toEqual(
      new Map([
        [first.video.title, 20],
        [second.video.title, 30],
        [third.video.title, 10],
        [fourth.video.title, 40],
      ]),
    )
    const board = await t.as()(leaderboard, { query: { ageCategory: '11-20' } })
    expect(board.find(({ username }) => username === kept.username)?.score).toBe(100)
    expect(board.find(({ username }) => username === merged.username)).toBeUndefined()
  })

  it('move to an account that has not answered yet', async () => {
    const { kept, merged } = await makePair()
    const quiz = await makeQuiz(t)
    await take(merged, quiz, 3)
    await t.as(merged.token)(myLeague, {})
    await merge(merged, kept)
    expect(await loadEntry(kept)).toMatchObject({ score: 30, isListed: true })
    // So does the place in this week's league.
    const { rows } = await t.as(kept.token)(myLeague, {})
    expect(rows).toMatchObject([{ username: kept.username, points: 30, isMe: true }])
    await expectScoresToAddUp(t)
    // The quiz is done, so there is no second first try.
    expect(await refusal(start(kept, quiz))).toMatchObject({ code: 'quiz_completed' })
  })

  it('moved by a merge are dated now, so that they change no closed month', async () => {
    const { kept, merged } = await makePair()
    await take(merged, await makeQuiz(t), 5)
    t.app.clock.advance(300_000)
    const at = t.app.clock.now()
    await merge(merged, kept)
    for (const line of (await loadPointsLedger(kept)).filter(({ reason }) => reason === 'merged')) {
      expect(line.at.getTime()).toBeGreaterThanOrEqual(at.getTime())
      expect(line.answeredAt?.getTime()).toBeLessThan(at.getTime())
    }
  })
})

describe('data of the merged account', () => {
  it('moves to the other one: a payment, bookmarks, watched and played videos, certificates, notes, extra time and reading aloud', async () => {
    const { kept, merged } = await makePair()
    const quiz = await makeQuiz(t)
    await makePayment(t, { studentId: merged.id, kinds: ['succeeded'] })
    for (const one of [kept, merged]) {
      await t.as(one.token)(addBookmark, { params: { id: quiz.video.id } })
      await t.as(one.token)(watchVideo, { params: { id: quiz.video.id } })
      await t.as(one.token)(reportPlayed, { params: { id: quiz.video.id }, body: { ranges: [] } })
    }
    await t.app.db.update(plays).set({ played: '{[0,9)}' }).where(eq(plays.studentId, kept.id))
    await t.app.db.update(plays).set({ played: '{[8,20)}' }).where(eq(plays.studentId, merged.id))
    const seriesId = await makeSeries(t)
    const certificate = { seriesId, seriesTitle: 'Tales', values: [] }
    const issued = (days: number) => new Date(Date.now() - days * 86_400_000)
    await t.app.db.insert(certificates).values([
      { ...certificate, id: `a${merged.id}`, studentId: merged.id, issuedAt: issued(2) },
      { ...certificate, id: `b${kept.id}`, studentId: kept.id, issuedAt: issued(1) },
    ])
    await by()(addStaffNote, { params: { username: merged.username }, body: { text: 'Her mother called.' } })
    await by()(setExtraTime, { params: { username: merged.username }, body: { factor: 2 } })
    await t.as(merged.token)(changeReadingSetting, { body: { wantsReading: true } })
    expect(await preview(merged, kept)).toMatchObject({
      moves: { payments: 1, certificates: 1, bookmarks: 1, watchedVideos: 1, staffNotes: 1 },
      certificatesTwice: 1,
      isPaidTwice: false,
    })
    await merge(merged, kept)
    const { data, payments: moved } = await by()(studentDetails, { params: { username: kept.username } })
    expect(data).toMatchObject({ isPaid: true, extraTimeFactor: 2 })
    const params = { username: kept.username }
    expect((await t.as(kept.token)(readStudentProfile, { params })).data.wantsReading).toBe(true)
    expect(moved).toMatchObject([{ isRefundDue: false }])
    const left = await t.app.db.select().from(certificates).where(eq(certificates.studentId, kept.id))
    expect(left.map(({ id }) => id)).toEqual([`a${merged.id}`])
    expect(await t.app.db.select().from(plays).where(eq(plays.videoId, quiz.video.id))).toMatchObject([
      { studentId: kept.id, played: '{[0,20)}', playedAt: null },
    ])
    const { notes } = await by()(listStaffNotes, { params: { username: kept.username } })
    expect(notes).toMatchObject([{ text: 'Her mother called.', by: support.username }])
  })

  it('leaves the later payment to be refunded if both have paid', async () => {
    const { kept, merged } = await makePair()
    const first = await makePayment(t, { studentId: merged.id, kinds: ['succeeded'] })
    const second = await makePayment(t, { studentId: kept.id, kinds: ['succeeded'] })
    expect(await preview(merged, kept)).toMatchObject({ isPaidTwice: true })
    await merge(merged, kept)
    const rows = await t.app.db.select().from(payments).where(eq(payments.studentId, kept.id))
    expect(new Map(rows.map(({ id, attention }) => [id, attention]))).toEqual(
      new Map([
        [first.id, null],
        [second.id, 'refund-due'],
      ]),
    )
  })

  it('keeps what was sent to a group that included the merged account', async () => {
    const { kept, merged } = await makePair()
    const sent = { title: 'Good news', update: 'announcement', description: 'A new story.', method: 'in-app' } as const
    await t.as(support.token)(sendNotification, { body: { ...sent, username: merged.username } })
    const [notice] = await t.app.db.select().from(notifications).where(eq(notifications.studentId, merged.id))
    const notificationId = notice?.id ?? ''
    await t.app.db.insert(notificationRecipients).values({ notificationId, studentId: merged.id })
    await merge(merged, kept)
    expect(
      await t.app.db
        .select()
        .from(notificationRecipients)
        .where(eq(notificationRecipients.notificationId, notificationId)),
    ).toEqual([{ notificationId, studentId: kept.id }])
  })

  it('keeps each account’s last use and email opt-outs', async () => {
    const { kept, merged } = await makePair()
    const [longAgo, lately, turnedOff] = [new Date('2025-01-02'), new Date('2026-05-06'), new Date('2026-02-03')]
    const change = ({ id }: MadeStudent, set: Partial<typeof students.$inferInsert>) =>
      t.app.db.update(students).set(set).where(eq(students.id, id))
    await change(kept, { lastActiveAt: longAgo })
    await change(merged, { lastActiveAt: lately, optionalMailsOffAt: turnedOff })
    await merge(merged, kept)
    expect(await rowOf(kept)).toMatchObject({ lastActiveAt: lately, optionalMailsOffAt: turnedOff })
  })

  it('keeps a failed email as failed', async () => {
    const { kept, merged } = await makePair()
    const sent = { title: 'News', update: 'announcement', description: 'A new video.', method: 'in-app' } as const
    await t.as(support.token)(sendNotification, { body: { ...sent, username: merged.username } })
    const [notice] = await t.app.db.select().from(notifications).where(eq(notifications.studentId, merged.id))
    const mail = { notificationId: notice?.id ?? '', at: new Date('2026-05-06'), failedAt: new Date('2026-05-07') }
    const failed = { ...mail, failure: 'No such mailbox', canRetry: false }
    await t.app.db.insert(notificationMails).values({ ...failed, studentId: merged.id })
    await merge(merged, kept)
    const isOfNotification = eq(notificationMails.notificationId, mail.notificationId)
    expect(await t.app.db.select().from(notificationMails).where(isOfNotification)).toEqual([
      { ...failed, studentId: kept.id },
    ])
  })

  it('keeps the quizzes started by an erased account with the same mailbox', async () => {
    const { kept, merged } = await makePair()
    const quiz = await makeQuiz(t)
    const former = { videoId: quiz.video.id, ageCategory: '11-20' as const, erasedAt: new Date() }
    await t.app.db.insert(formerAttempts).values({ ...former, addressHash: hashAddress(t.app, merged.email) })
    expect(await refusal(start(merged, quiz))).toMatchObject({ status: 409 })
    await merge(merged, kept)
    expect(await refusal(start(kept, quiz))).toMatchObject({ status: 409 })
  })

  it('leaves nothing in bulk actions that are waiting or can be undone', async () => {
    const { kept, merged } = await makePair()
    const targets = { ids: [merged.id] }
    await by()(startBulkRun, { body: { action: 'students.extra-time', options: { factor: 2 }, targets } })
    await merge(merged, kept)
    expect(await t.app.db.$count(bulkTargets, eq(bulkTargets.targetId, merged.id))).toBe(0)
  })

  it('is in the data export, and is erased with the remaining account', async () => {
    const { kept, merged } = await makePair()
    await take(merged, await makeQuiz(t), 1)
    await merge(merged, kept)
    const { tables } = await t.as(kept.token)(exportData, {})
    expect(tables['account']).toMatchObject([{ username: expect.any(String) }, { username: expect.any(String) }])
    expect(JSON.stringify(tables['account'])).toContain(merged.email)
    await t.as(kept.token)(eraseAccount, { body: { password: PASSWORD } })
    expect(await rowOf(merged)).toMatchObject({
      username: 'deleted',
      email: '',
      passwordHash: '',
      mergedIntoId: null,
      mergeReason: null,
    })
  })
})

describe('the merged account', () => {
  it('can no longer log in, and is told where everything is', async () => {
    const { kept, merged } = await makePair()
    await merge(merged, kept)
    expect(await refusal(list(merged))).toMatchObject({ status: 401 })
    const logIn = (email: string, password: string) => t.as()(logInStudent, { body: { email, password } })
    expect(await refusal(logIn(merged.email, PASSWORD))).toMatchObject({
      status: 403,
      code: 'account_merged',
      message: expect.stringContaining(`Please log in as ${kept.username}`),
    })
    expect(await refusal(logIn(merged.email, 'Wrong7tree'))).toMatchObject({ status: 401, code: 'login_failed' })
    await logIn(kept.email, PASSWORD)
    for (const { email } of [kept, merged]) {
      const [mail] = await t.mails(email, 'Two Baobab accounts have been merged')
      expect(mail?.text).toContain(`We have merged ${merged.username} into ${kept.username}.`)
      expect(mail?.text).not.toContain(kept.email)
    }
    await t.as()(forgotPassword, { body: { email: merged.email } })
    expect(await t.mails(merged.email, 'Two Baobab accounts have been merged', 2)).toHaveLength(2)
    const { notifications: inbox } = await t.as(kept.token)(studentNotifications, {
      params: { username: kept.username },
      query: {},
    })
    expect(inbox[0]).toMatchObject({ title: 'Your two accounts have been merged' })
  })

  it('cannot be entered through a provider that was connected to it or has its email', async () => {
    const { kept, merged } = await makePair()
    const calls = signInCalls(t)
    const person = newPerson({ email: merged.email })
    const found = await calls.signIn('linkedin', person)
    const ticket = 'ticket' in found ? found.ticket : ''
    await t.as()(connectAccount, { body: { ticket, password: PASSWORD } })
    expect((await calls.signIn('linkedin', person)).step).toBe('signed-in')
    await merge(merged, kept)
    expect(await refusal(calls.signIn('linkedin', person))).toMatchObject({
      code: 'account_merged',
      message: expect.stringContaining(`Please log in as ${kept.username}`),
    })
    const identities = await t.app.db.select().from(providerIdentities)
    expect(identities.filter(({ studentId }) => [kept.id, merged.id].includes(studentId))).toEqual([])
  })

  it('is in no admin list, and leads to the other one', async () => {
    const { kept, merged } = await makePair()
    await merge(merged, kept)
    expect((await by()(listStudents, { query: { search: merged.username } })).studentData).toEqual([])
    expect(await refusal(by()(studentDetails, { params: { username: merged.username } }))).toMatchObject({
      status: 404,
      message: `This account has been merged into ${kept.username}.`,
    })
    expect(await by()(contract.listDuplicates, { params: { username: kept.username } })).toMatchObject({
      merged: [{ username: merged.username, reason: 'Both are hers, says her mother.' }],
    })
  })

  it('takes along accounts that were merged into it', async () => {
    const { kept, merged } = await makePair()
    const earlier = await makeStudent(t)
    await take(earlier, await makeQuiz(t), 2)
    await merge(earlier, merged)
    await merge(merged, kept)
    expect(await rowOf(earlier)).toMatchObject({ mergedIntoId: kept.id })
    expect(await loadEntry(kept)).toMatchObject({ score: 20 })
    await expectScoresToAddUp(t)
  })
})

describe('a guardian', () => {
  const agree = async ({ id }: MadeStudent, guardianEmail: string) => {
    const consentId = randomUUID()
    const guardianAgreedAt = new Date()
    await t.app.db.update(students).set({ guardianEmail, guardianAgreedAt, consentId }).where(eq(students.id, id))
    return { student: consentId, token: deriveConsentToken(t.app, consentId) }
  }

  it('who agreed only to the merged account has then agreed to the remaining one', async () => {
    const { kept, merged } = await makePair()
    await agree(merged, 'mum@home.example')
    await merge(merged, kept)
    expect(await rowOf(kept)).toMatchObject({ guardianEmail: 'mum@home.example', guardianAgreedAt: expect.any(Date) })
    expect(await rowOf(merged)).toMatchObject({ guardianEmail: null, consentId: null })
  })

  it('of either account is told, and can withdraw consent', async () => {
    const { kept, merged } = await makePair()
    const mother = `mum${merged.username}@home.example`
    await agree(kept, 'dad@home.example')
    const link = await agree(merged, mother)
    await merge(merged, kept)
    const [mail] = await t.mails(mother, 'Two Baobab accounts have been merged')
    expect(mail?.text).toContain('your link still withdraws it')
    await t.as()(withdrawGuardianConsent, { body: link })
    expect(await rowOf(kept)).toMatchObject({ username: 'deleted' })
    expect(await rowOf(merged)).toMatchObject({ username: 'deleted', guardianEmail: null })
  })
})

describe('fair play', () => {
  it('cannot be escaped: a disqualification and open flags carry over', async () => {
    const { kept, merged } = await makePair()
    await take(merged, await makeQuiz(t), 5)
    await take(kept, await makeQuiz(t), 5)
    const [attempt] = await loadAttempts(merged)
    await t.app.db
      .insert(fairPlayFlags)
      .values({ studentId: merged.id, kind: 'fast', attemptId: attempt?.id ?? '', facts: {}, at: t.app.clock.now() })
    const body = { reason: 'Took the answers.' }
    await t.as(await logInAgain(t, support))(disqualifyStudent, { params: { username: merged.username }, body })
    expect(await preview(merged, kept)).toMatchObject({ openFlags: 1, merged: { isDisqualified: true } })
    await merge(merged, kept)
    expect(await rowOf(kept)).toMatchObject({ disqualifiedReason: 'Took the answers.' })
    expect(await loadEntry(kept)).toMatchObject({ score: 100, isListed: false })
    const { flags } = await by()(readFlagged, { params: { username: kept.username } })
    expect(flags).toMatchObject([{ kind: 'fast', isNew: true, attempt: { username: kept.username } }])
    await expectScoresToAddUp(t)
  })

  it('shows the remaining account in other students’ flags', async () => {
    const { kept, merged } = await makePair()
    const other = await makeStudent(t)
    const flag = { kind: 'shared-device' as const, facts: {}, at: t.app.clock.now() }
    await t.app.db.insert(fairPlayFlags).values([
      { ...flag, studentId: other.id, otherStudentId: merged.id },
      { ...flag, studentId: merged.id, otherStudentId: other.id },
    ])
    await merge(merged, kept)
    const evidence = await by()(readFlagged, { params: { username: other.username } })
    expect(evidence).toMatchObject({ flags: [{ other: { username: kept.username } }], cluster: [kept.username] })
  })
})

describe('a merge is refused, with the reason and without changes,', () => {
  const expectRefused = async (merged: MadeStudent, kept: MadeStudent, reason: contract.MergeRefusal) => {
    expect(await refusalsOf(merged, kept)).toEqual([reason])
    await expectRefusalWithoutWrites(t, () => merge(merged, kept), {
      status: 409,
      code: 'cannot_merge',
      message: mergeRefusalSentences[reason],
    })
  }

  it('for different age categories', async () =>
    expectRefused(await makeStudent(t, { birth: '2018-01-01' }), await makeStudent(t), 'age-category'))

  it('while either is on hold', async () => {
    const { kept, merged } = await makePair()
    await t.app.db.update(students).set({ heldAt: new Date() }).where(eq(students.id, kept.id))
    await expectRefused(merged, kept, 'on-hold')
    await expectRefused(kept, merged, 'on-hold')
  })

  it('if the guardian of one has the email of the other, which stays', async () => {
    const { kept, merged } = await makePair()
    const agreed = { guardianEmail: kept.email.toUpperCase(), guardianAgreedAt: new Date() }
    await t.app.db.update(students).set(agreed).where(eq(students.id, merged.id))
    await expectRefused(merged, kept, 'guardian-email')
    expect(await refusalsOf(kept, merged)).toEqual([])
  })

  it('while a quiz is in progress', async () => {
    const { kept, merged } = await makePair()
    await start(merged, await makeQuiz(t))
    await expectRefused(merged, kept, 'quiz-running')
    t.app.clock.advance(123_000)
    await merge(merged, kept)
  })

  it('for an open draw list, a prize, and a claim', async () => {
    const { kept, merged } = await makePair()
    const draw = await makeDueDraw(t, [merged.id])
    await expectRefused(merged, kept, 'in-draw')
    const drawn = {
      drawId: draw.id,
      kind: 'drawn' as const,
      data: { beacon: null, seed: '', index: 0 },
      at: new Date(),
    }
    await t.app.db.insert(drawEvents).values(drawn)
    expect(await refusalsOf(merged, kept)).toEqual(['in-draw', 'prize-waiting'])
    // The winner may be kept only once the prize is settled.
    await expectRefused(kept, merged, 'prize-waiting')
    await t.app.db.insert(drawEvents).values({ drawId: draw.id, kind: 'confirmed', data: {}, at: new Date() })
    await t.app.db
      .insert(prizePayouts)
      .values({ drawId: draw.id, attempt: 0, paidOn: '2024-03-01', receipt: 'r', adminId: owner.id, at: new Date() })
    await expectRefused(merged, kept, 'has-won')
    await makeClaim(t, await makeDueDraw(t, [(await makeStudent(t)).id]), kept)
    await expectRefused(kept, merged, 'claim-waiting')
  })

  it('while the list of a closed month is not frozen', async () => {
    const { kept, merged } = await makePair()
    t.app.clock.set(new Date(Date.parse('2031-01-01T00:00:30+01:00')))
    const [later] = await t.app.db.select().from(scholarshipStart)
    expect(later).toBeDefined()
    expect(
      await findRefusals(t.app, t.app.db, await findPair(t.app, { username: merged.username, into: kept.username })),
    ).toContain('month-closing')
  })

  it('for the same account, unknown ones and missing reasons', async () => {
    const { kept, merged } = await makePair()
    const call = (username: string, into: string, reason = 'Both are hers.') =>
      by()(contract.mergeStudents, { params: { username }, body: { into, reason } })
    expect(await refusal(call(kept.username, kept.username.toUpperCase()))).toMatchObject({
      status: 400,
      errors: [{ path: 'into', message: duplicatesText.sameAccount }],
    })
    expect(await refusal(call(kept.username, 'nobody'))).toMatchObject({
      errors: [{ path: 'into', message: duplicatesText.otherUnknown }],
    })
    expect(await refusal(call('nobody', kept.username))).toMatchObject({ status: 404 })
    expect(await refusal(call(merged.username, kept.username, ''))).toMatchObject({ errors: [{ path: 'reason' }] })
  })

  it('for an erased account', async () => {
    const { kept, merged } = await makePair()
    await t.as(kept.token)(eraseAccount, { body: { password: PASSWORD } })
    expect(await refusal(merge(merged, kept))).toMatchObject({ status: 400, errors: [{ path: 'into' }] })
  })

  it('unless the password was entered recently', async () => {
    const { kept, merged } = await makePair()
    t.app.clock.advance(16 * 60_000)
    expect(await refusal(merge(merged, kept))).toMatchObject({ status: 403, code: 'reauth_required' })
    await by()(reauthenticateAdmin, { body: { password: ADMIN_PASSWORD } })
    await merge(merged, kept)
  })
})

it('changes nothing when it is repeated, and cannot be repeated into another account', async () => {
  const { kept, merged } = await makePair()
  await take(merged, await makeQuiz(t), 2)
  await merge(merged, kept)
  const lines = await loadPointsLedger(kept)
  await merge(merged, kept)
  expect(await loadPointsLedger(kept)).toEqual(lines)
  expect(await refusal(merge(merged, await makeStudent(t)))).toMatchObject({ status: 404 })
  expect(await refusal(merge(await makeStudent(t), merged))).toMatchObject({ status: 404 })
})

it('writes an audit line without the reason', async () => {
  const { kept, merged } = await makePair()
  await merge(merged, kept)
  const { lines } = await t.as(owner.token)(auditLog, { query: { subject: kept.username } })
  expect(lines[0]).toMatchObject({
    action: 'student.merged',
    details: { withReason: true, mergedStudentId: merged.id, moved: 0, replaced: 0 },
  })
  expect(JSON.stringify(lines)).not.toContain('mother')
})

it('leaves reset attempts of both accounts unchanged', async () => {
  const { kept, merged } = await makePair()
  const quiz = await makeQuiz(t)
  await take(merged, quiz, 4)
  await t.app.db
    .update(attempts)
    .set({ resetAt: new Date(), resetReason: 'Power cut' })
    .where(eq(attempts.studentId, merged.id))
  await t.owner.query(`update standings set score = 0 where student_id = $1`, [merged.id])
  await merge(merged, kept)
  expect(await loadAttempts(kept)).toMatchObject([{ resetReason: 'Power cut' }])
})
