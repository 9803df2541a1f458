// Tests how students say that they are missing from a list and how admins answer, over HTTP.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { ClaimsFile } from '@baobab/contract/scholarship/draw/files.ts'
import { STRIKE_BEFORE_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { countOpenListClaims, listListClaims, refuseClaim } from '@baobab/contract/scholarship/prize.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { replaceList } from '@baobab/contract/scholarship/admin.ts'
import { monthCloses, shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { makeListClaim, myDraw, readDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { disqualifyStudent } from '@baobab/contract/students/endpoints.ts'
import { asc, eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ADMIN_PASSWORD,
  makeAdmin,
  makeAnotherAdmin,
  makePayment,
  makeQuiz,
  makeStudent,
  PASSWORD,
  type MadeAdmin,
  type MadeStudent,
} from '../../test/factories.ts'
import { startTestApp, type KeptDatabase, type TestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { logInAdmin } from '../accounts/admin/log-in.ts'
import { logInStudent } from '../accounts/log-in.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { freezeDueLists } from './freeze-list.ts'
import { draws, listClaims } from './tables.ts'
import { waitForLockWaits } from '../../test/lock-waits.ts'

const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'true' }

let t: TestApp
let month: string
let owner: MadeAdmin
/** Paid in time, so she is on the list. */
let ada: MadeStudent
/** Is on the board, but has not paid. */
let bola: MadeStudent
/** Is on no board. */
let chidi: MadeStudent
/** Is on the board like Bola, and never pays. */
let dayo: MadeStudent

const beforeClose = () => t.app.clock.set(new Date(monthCloses(month).closesAt.getTime() - 60_000))
const afterClose = (ms = 0) => t.app.clock.set(new Date(monthCloses(month).closesAt.getTime() + 11 * 60_000 + ms))

/** Enters a payment made before the month closed. */
async function payInTime({ id: studentId }: MadeStudent): Promise<void> {
  const now = t.app.clock.now()
  beforeClose()
  await makePayment(t, { studentId, kinds: ['succeeded'] })
  t.app.clock.set(now)
}

let kept: KeptDatabase
let keptMonth: string
beforeAll(async () => {
  t = await startTestApp(settings)
  owner = await makeAdmin(t)
  keptMonth = lagosDate(t.app.clock.now()).slice(0, 7)
  month = keptMonth
  const quiz = await makeQuiz(t)
  beforeClose()
  ada = await makeStudent(t)
  bola = await makeStudent(t)
  chidi = await makeStudent(t)
  dayo = await makeStudent(t)
  for (const student of [ada, bola, dayo]) await quizCalls((token) => t.as(token)).answer(student, quiz, 0, 'right')
  await payInTime(ada)
  afterClose()
  await freezeDueLists(t.app)
  kept = await t.closeAndKeep()
})
beforeEach(async () => {
  t = await startTestApp(settings, undefined, { kept })
  month = keptMonth
})
afterEach(() => t.close())
afterAll(() => kept.drop())

const from = { address: '127.0.0.1', userAgent: 'test' }
async function as({ email }: MadeStudent) {
  return t.as((await logInStudent(t.app, { email, password: PASSWORD }, from)).authToken)
}
async function asAdmin({ email } = owner) {
  return t.as((await logInAdmin(t.app, { email, password: ADMIN_PASSWORD }, from)).authToken)
}
const params = () => ({ params: { month } })
const claim = async (student: MadeStudent, text = 'My mother paid on the 20th.') =>
  (await as(student))(makeListClaim, { ...params(), body: { text } })
const list = async (admin = owner) => (await asAdmin(admin))(listListClaims, {})
const countOpen = async (admin = owner) => (await (await asAdmin(admin))(countOpenListClaims, {})).open
const claimIdOf = async ({ username }: MadeStudent) =>
  (await list()).claims.find((one) => one.username === username)?._id ?? ''
const refuse = async (claimId: string, text = 'The payment came on the 2nd.', admin = owner) =>
  (await asAdmin(admin))(refuseClaim, { params: { claimId }, body: { text } })
const replace = async () => (await asAdmin())(replaceList, params())
const missingFrom = async (student: MadeStudent) => (await (await as(student))(myDraw, {})).missingFrom
const publish = async (version: number) =>
  ClaimsFile.parse(
    JSON.parse((await t.http.inject(`/api/scholarship/draws/${month}/files/claims.json?version=${version}`)).body),
  )
const countClaims = async (version: number) => (await t.as()(readDraw, { ...params(), query: { version } })).claims
const rows = () => t.app.db.select().from(listClaims).orderBy(asc(listClaims.at))
/** Runs an action while a list for the month is being published. */
async function whilePublishing(act: () => Promise<unknown>, during: () => Promise<void>): Promise<void> {
  const other = await t.app.pool.connect()
  await other.query('begin')
  await other.query('select pg_advisory_xact_lock(hashtext($1))', [`draw of ${month}`])
  try {
    const acting = act()
    await waitForLockWaits(t.owner, { query: 'pg_advisory' })
    await during()
    await other.query('commit')
    await acting
  } finally {
    other.release(true)
  }
}
/** Moves to just before or after the deadline for claims. */
async function moveToEnd(ms: number): Promise<void> {
  const [draw] = await t.app.db.select().from(draws).orderBy(asc(draws.version))
  if (!draw) throw new Error('There is no list.')
  // The round comes at most three seconds after the announced time.
  t.app.clock.set(new Date(draw.drawsAt.getTime() - STRIKE_BEFORE_MS + ms))
}
const outcomes = (replies: PromiseSettledResult<unknown>[]) =>
  replies.map((reply) => (reply.status === 'fulfilled' ? 'done' : (reply.reason as { code: string }).code)).toSorted()
const lines = async () => {
  const found = await t.app.db.select().from(auditLines).where(like(auditLines.action, 'claim.%'))
  return found.map(({ action, adminId, subject, details }) => ({ action, adminId, subject, details }))
}

describe('a student who is missing from a list', () => {
  it('G-08 sees why, can say so once, and sees that it was received', async () => {
    const { drawsAt } = monthCloses(month)
    const claimBy = new Date(drawsAt.getTime() - STRIKE_BEFORE_MS).toISOString()
    expect(await missingFrom(bola)).toEqual([{ month, leftOut: 'not-paid', claimBy, canClaim: true, claim: null }])
    expect(await missingFrom(chidi)).toEqual([{ month, leftOut: null, claimBy, canClaim: true, claim: null }])
    expect(await claim(bola)).toEqual({
      message: 'Thank you. A person will check it and answer before the draw.',
    })
    const sent = {
      text: 'My mother paid on the 20th.',
      at: expect.any(String),
      answer: null,
      answerText: null,
      answeredAt: null,
    }
    expect(await missingFrom(bola)).toEqual([{ month, leftOut: 'not-paid', claimBy, canClaim: false, claim: sent }])
    // A repetition after a lost reply.
    await claim(bola)
    expect(await refusal(claim(bola, 'Please!'))).toMatchObject({
      status: 409,
      code: 'already_claimed',
      message: 'You have already told us. We will answer before the draw.',
    })
    expect(await rows()).toMatchObject([{ studentId: bola.id, text: 'My mother paid on the 20th.', answer: null }])
  })

  it('has their claim stored once even if two messages arrive together', async () => {
    const call = await as(bola)
    const send = (text: string) => call(makeListClaim, { ...params(), body: { text } })
    const replies = await Promise.allSettled([send('I paid.'), send('I did pay.')])
    expect(outcomes(replies)).toEqual(['already_claimed', 'done'])
    expect(await rows()).toHaveLength(1)
  })

  it('has to wait while a list is being published', async () => {
    const call = await as(bola)
    await whilePublishing(
      () => call(makeListClaim, { ...params(), body: { text: 'I paid.' } }),
      async () => expect(await rows()).toEqual([]),
    )
    expect(await rows()).toHaveLength(1)
  })

  it('can report it until an hour before the round', async () => {
    await moveToEnd(-1_000)
    await claim(bola)
    await moveToEnd(4_000)
    expect(await refusal(claim(chidi))).toMatchObject({
      status: 409,
      code: 'claim_too_late',
      message: 'It is too late: this closed one hour before the draw.',
    })
    expect(await missingFrom(chidi)).toEqual([])
    expect(await missingFrom(bola)).toMatchObject([{ canClaim: false, claim: { answer: null } }])
  })

  it('cannot claim if the list has them, or about a month without a list', async () => {
    expect(await missingFrom(ada)).toEqual([])
    expect(await refusal(claim(ada))).toMatchObject({
      status: 409,
      code: 'already_listed',
      message: 'You are already on this list. There is nothing to do.',
    })
    month = '2031-01'
    expect(await refusal(claim(bola))).toMatchObject({ status: 404 })
    expect(await rows()).toEqual([])
  })

  it('has to write something, but not too much', async () => {
    expect(await refusal(claim(bola, '  '))).toMatchObject({ status: 400 })
    expect(await refusal(claim(bola, 'x'.repeat(301)))).toMatchObject({ status: 400 })
    await claim(bola, 'x'.repeat(300))
  })

  it('leaves neither name nor text when the account is erased, but the claim stays published', async () => {
    await claim(bola)
    await claim(chidi)
    await refuse(await claimIdOf(chidi))
    const call = await as(bola)
    expect((await call(exportData, {})).tables['listClaims']).toMatchObject([{ text: 'My mother paid on the 20th.' }])
    const before = await publish(1)
    await call(eraseAccount, { body: { password: PASSWORD } })
    await (
      await as(chidi)
    )(eraseAccount, { body: { password: PASSWORD } })
    expect(await rows()).toMatchObject([
      { studentId: null, text: null, answer: null, answerText: null },
      { studentId: null, text: null, answer: 'refused', answerText: null },
    ])
    expect(await publish(1)).toEqual(before)
    expect(await list()).toEqual({ open: 0, claims: [] })
    expect(await countOpen()).toBe(0)
  })
})

describe('an admin', () => {
  it('sees the open claims first, with what currently keeps the students out', async () => {
    await claim(bola, 'I paid.')
    t.app.clock.advance(60_000)
    await claim(chidi, 'I have points.')
    await refuse(await claimIdOf(bola))
    await payInTime(bola)
    t.app.clock.advance(60_000)
    await claim(dayo)
    const answered = { isOpen: false, positionNow: null, answer: 'refused', answerText: 'The payment came on the 2nd.' }
    expect(await list()).toMatchObject({
      open: 2,
      claims: [
        { username: chidi.username, month, text: 'I have points.', isOpen: true, positionNow: null, answer: null },
        { username: dayo.username, isOpen: true },
        { username: bola.username, ...answered },
      ],
    })
    expect(await countOpen()).toBe(2)
  })

  it('sees the position and the reason, and when nothing keeps the student out any more', async () => {
    await claim(bola)
    const positionNow = async () => (await list()).claims[0]?.positionNow
    expect(await positionNow()).toEqual({ ageCategory: '11-20', position: 2, leftOut: 'not-paid' })
    await payInTime(bola)
    t.app.clock.advance(6_000)
    expect(await positionNow()).toEqual({ ageCategory: '11-20', position: 2, leftOut: null })
    await (
      await asAdmin()
    )(disqualifyStudent, { params: { username: bola.username }, body: { reason: 'Two accounts.' } })
    t.app.clock.advance(6_000)
    expect(await positionNow()).toEqual({ ageCategory: '11-20', position: 2, leftOut: 'disqualified' })
  })

  it('refuses with a reason, which the student sees', async () => {
    const support = await makeAnotherAdmin(t, owner, 'support')
    await claim(bola)
    const claimId = await claimIdOf(bola)
    expect(await refuse(claimId, 'The payment came on the 2nd.', support)).toEqual({
      message: 'The student has been notified.',
    })
    await refuse(claimId)
    expect(await refusal(refuse(claimId, 'Something else.'))).toMatchObject({
      status: 409,
      code: 'claim_answered',
      message: 'This has already been answered.',
    })
    expect(await missingFrom(bola)).toMatchObject([
      { canClaim: false, claim: { answer: 'refused', answerText: 'The payment came on the 2nd.' } },
    ])
    const call = await as(bola)
    const { notifications } = await call(studentNotifications, { params: { username: bola.username }, query: {} })
    expect(notifications.filter(({ title }) => title.startsWith('The list'))).toMatchObject([
      {
        title: `The list for the ${shortMonthName(month)} draw`,
        description: [
          'You told us that you should be on this list. We checked. The list stays as it is.',
          'The payment came on the 2nd.',
          'If you think that this is wrong, write to us on the Contact page.',
        ].join('\n'),
        update: 'scholarship',
      },
    ])
    expect(await lines()).toEqual([
      { action: 'claim.refused', adminId: support.id, subject: bola.id, details: { month } },
    ])
  })

  it('answers only once even if two do so together', async () => {
    await claim(bola)
    const [claimId, call] = [await claimIdOf(bola), await asAdmin()]
    const send = (text: string) => call(refuseClaim, { params: { claimId }, body: { text } })
    const replies = await Promise.allSettled([send('No.'), send('Not yet.')])
    expect(outcomes(replies)).toEqual(['claim_answered', 'done'])
    expect(await lines()).toHaveLength(1)
  })

  it('cannot answer while the list is being published', async () => {
    await claim(bola)
    const [claimId, call] = [await claimIdOf(bola), await asAdmin()]
    await whilePublishing(
      () => call(refuseClaim, { params: { claimId }, body: { text: 'No.' } }),
      async () => expect(await rows()).toMatchObject([{ answer: null }]),
    )
    expect(await rows()).toMatchObject([{ answer: 'refused' }])
  })

  it('with a new list accepts neither a refused claim nor one from a student who is still left out', async () => {
    await claim(bola)
    t.app.clock.advance(1_000)
    await claim(dayo)
    await refuse(await claimIdOf(bola))
    await payInTime(bola)
    await replace()
    expect(await rows()).toMatchObject([
      { studentId: bola.id, answer: 'refused' },
      { studentId: dayo.id, answer: null },
    ])
    expect(await missingFrom(dayo)).toMatchObject([{ leftOut: 'not-paid', claim: { answer: null } }])
  })

  it('cannot answer after the deadline: the claim is published without an answer', async () => {
    await claim(bola)
    const claimId = await claimIdOf(bola)
    await moveToEnd(4_000)
    expect(await refusal(refuse(claimId))).toMatchObject({ status: 409, code: 'claim_too_late' })
    expect(await list()).toMatchObject({ open: 0, claims: [{ isOpen: false, answer: null, positionNow: null }] })
    expect(await countOpen()).toBe(0)
    expect(await publish(1)).toMatchObject([{ answer: null, answeredAt: null }])
  })

  it('with a content or finance role can neither read nor answer; an auditor can read', async () => {
    await claim(bola)
    const claimId = await claimIdOf(bola)
    for (const role of ['content', 'finance'] as const) {
      const other = await makeAnotherAdmin(t, owner, role)
      expect(await refusal(list(other))).toMatchObject({ status: 403 })
      expect(await refusal(countOpen(other))).toMatchObject({ status: 403 })
      expect(await refusal(refuse(claimId, 'No.', other))).toMatchObject({ status: 403 })
    }
    const auditor = await makeAnotherAdmin(t, owner, 'auditor')
    expect((await list(auditor)).claims).toHaveLength(1)
    expect(await refusal(refuse(claimId, 'No.', auditor))).toMatchObject({ status: 403 })
    expect(await refusal(refuse('nonsense'))).toMatchObject({ status: 404 })
    expect(await refusal(refuse(bola.id))).toMatchObject({ status: 404 })
  })

  it('sees nothing from months whose draws are long over', async () => {
    await claim(bola)
    t.app.clock.advance(40 * 24 * 3_600_000)
    expect(await list()).toEqual({ open: 0, claims: [] })
  })
})

describe('a republished list', () => {
  beforeEach(async () => {
    await claim(bola)
    t.app.clock.advance(1_000)
    await claim(chidi)
    await payInTime(bola)
    await replace()
  })

  it('accepts the claims of students it contains, and carries over the others', async () => {
    expect(await rows()).toMatchObject([
      { studentId: bola.id, answer: 'accepted', answerText: null, answeredBy: owner.id },
      { studentId: chidi.id, answer: null },
    ])
    expect(await lines()).toEqual([
      { action: 'claim.accepted', adminId: owner.id, subject: bola.id, details: { month } },
    ])
    expect(await missingFrom(bola)).toEqual([])
    expect(await list()).toMatchObject({
      open: 1,
      claims: [
        { username: chidi.username, isOpen: true },
        { username: bola.username, isOpen: false, answer: 'accepted' },
      ],
    })
  })

  it('publishes the outcome of the claims without names, with the list they are about', async () => {
    const [first, second] = await rows()
    expect(await publish(1)).toEqual([
      { at: first?.at.toISOString(), answer: 'accepted', answeredAt: first?.answeredAt?.toISOString() },
      { at: second?.at.toISOString(), answer: null, answeredAt: null },
    ])
    expect(await publish(2)).toEqual([])
    expect(await countClaims(1)).toEqual({ accepted: 1, refused: 0, unanswered: 1 })
    expect(await countClaims(2)).toEqual({ accepted: 0, refused: 0, unanswered: 0 })
    const archive = await t.http.inject(`/api/scholarship/draws/${month}/archive?version=1`)
    expect(archive.rawPayload.includes('claims.json')).toBe(true)
  })

  it('lets a student claim again only after the claim about the previous list has been answered', async () => {
    expect(await missingFrom(chidi)).toMatchObject([{ canClaim: false, claim: { answer: null } }])
    expect(await refusal(claim(chidi, 'Still missing.'))).toMatchObject({ code: 'already_claimed' })
    await refuse(await claimIdOf(chidi))
    expect(await countClaims(1)).toEqual({ accepted: 1, refused: 1, unanswered: 0 })
    expect(await missingFrom(chidi)).toMatchObject([{ canClaim: true, claim: { answer: 'refused' } }])
    await claim(chidi, 'Still missing.')
    expect(await missingFrom(chidi)).toMatchObject([{ canClaim: false, claim: { text: 'Still missing.' } }])
    const [next] = await t.app.db.select().from(draws).where(eq(draws.version, 2))
    expect((await rows()).at(-1)).toMatchObject({ drawId: next?.id, answer: null })
  })
})
