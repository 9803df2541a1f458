// Tests the details a winner gives us: who may change them, who is told, and what a guardian and an admin have to approve.
import * as admin from '@baobab/contract/scholarship/prize.ts'
import { agreeToPrize, claimPrize, myPrizes, readAgreementRequest } from '@baobab/contract/scholarship/prize.ts'
import { confirmWinner } from '@baobab/contract/scholarship/admin.ts'
import { mailProofCode } from '@baobab/contract/accounts/identity-providers.ts'
import { giveGuardianConsent } from '@baobab/contract/accounts/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { correctStudent } from '@baobab/contract/students/corrections.ts'
import { changeEmail } from '@baobab/contract/students/email-change.ts'
import { changeGuardian } from '@baobab/contract/students/guardian.ts'
import { listDraws, readDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeClaimedPrize, makeDueDraw } from '../../test/draws.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeStudent,
  PASSWORD,
  type MadeAdmin,
  type MadeStudent,
} from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { deriveConsentToken, deriveVerificationCode } from '../accounts/derive-code.ts'
import { guardianChanges } from '../accounts/correction-tables.ts'
import { proofCodes, students } from '../accounts/tables.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { adoptEarlierClaims } from './adopt-earlier-claims.ts'
import { deriveAgreementToken } from './prize-mails.ts'
import { prizeApprovals, prizeClaimVersions } from './prize-tables.ts'
import { drawWinner } from './run-draw.ts'
import { drawEvents, prizeClaims } from './tables.ts'

let support: MadeAdmin
let finance: MadeAdmin
const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
  finance = await makeAnotherAdmin(t, owner, 'finance')
})

let winner: MadeStudent
let month: string
let drawId: string
beforeEach(async () => {
  winner = await makeStudent(t)
  t.sandbox.setRelayFault('failing')
  const draw = await makeDueDraw(t, [winner.id])
  ;({ month, id: drawId } = draw)
  await drawWinner(t.app, draw, t.sandbox.signRound(draw.round))
})

const params = () => ({ params: { month } })
const guardian = { guardianName: 'Halima Bello', guardianPhone: '+2348012345678', guardianEmail: '' }
const form = { ...guardian, publicName: 'Amina from Kano', guardianAgrees: true }
type Changes = Partial<Omit<typeof form, 'guardianAgrees'>>
const claim = (changes: Changes = {}, proof: { password?: string; code?: string } = { password: PASSWORD }) =>
  t.as(winner.token)(claimPrize, { ...params(), body: { ...form, ...changes, ...proof } })
const change = (changes: Changes = {}, who = owner) =>
  t.as(who.token)(admin.changeClaim, {
    ...params(),
    body: { ...guardian, publicName: form.publicName, ...changes, reason: 'Her mother called: a new number.' },
  })
const readVersions = () =>
  t.app.db
    .select()
    .from(prizeClaimVersions)
    .where(eq(prizeClaimVersions.drawId, drawId))
    .orderBy(asc(prizeClaimVersions.seq))
const lastVersion = async () => (await readVersions()).at(-1)?.seq ?? 0
const record = async (who = owner, version?: number) =>
  t.as(who.token)(admin.recordAgreement, { ...params(), body: { version: version ?? (await lastVersion()) } })
const confirmName = async (who = owner, version?: number) =>
  t.as(who.token)(admin.confirmPublicName, { ...params(), body: { version: version ?? (await lastVersion()) } })
const confirm = () => t.as(owner.token)(confirmWinner, params())
const pay = () =>
  t.as(owner.token)(admin.recordPayout, { ...params(), body: { paidOn: '2026-01-05', receipt: 'TRF-1' } })
const mine = async () => (await t.as(winner.token)(myPrizes, {}))[0]
const shownName = async () => (await t.as()(readDraw, { ...params(), query: {} })).winner?.name
const listed = async () => (await t.as(owner.token)(admin.listPrizes, {})).find((prize) => prize.month === month)
const titles = async () => {
  const path = { params: { username: winner.username }, query: {} }
  return (await t.as(winner.token)(studentNotifications, path)).notifications.map(({ title }) => title)
}
const readLink = (text = '') => {
  const { searchParams } = new URL(/https?:\/\/\S+guardian-prize\S+/.exec(text)?.[0] ?? 'http://none')
  return { claim: searchParams.get('claim') ?? '', token: searchParams.get('token') ?? '' }
}
const agreeByLink = (body: { claim: string; token: string }) => t.as()(agreeToPrize, { body })
/** Makes the winner an adult in the month of the draw. */
const makeAdult = () => t.app.db.update(students).set({ birth: '2004-01-01' }).where(eq(students.id, winner.id))

describe('a claim', () => {
  it('of a child is not made that of an adult by one admin who corrects the date of birth', async () => {
    await claim()
    const [before] = await t.app.db.select().from(students).where(eq(students.id, winner.id))
    const correcting = t.as(support.token)(correctStudent, {
      params: { username: winner.username },
      body: { birth: '2006-01-01', seen: { birth: before?.birth ?? '' }, reason: 'He says so himself.' },
    })
    expect(await correcting).toMatchObject({ outcome: 'proposed' })
    expect((await refusal(confirm())).code).toBe('guardian_not_agreed')
  })

  it('R-44 cannot be taken by an admin who names a mailbox or a guardian of their own', async () => {
    const params = { username: winner.username }
    const reason = 'Her mother wrote to us.'
    const unpaid = { status: 409, code: 'prize_unpaid' }
    const email = t.as(support.token)(changeEmail, { params, body: { email: 'mine@home.example', reason } })
    expect(await refusal(email)).toMatchObject(unpaid)
    const guardian = t.as(support.token)(changeGuardian, { params, body: { guardianEmail: 'me@home.example', reason } })
    expect(await refusal(guardian)).toMatchObject(unpaid)
    // A guardian who was named before the draw cannot agree now.
    const values = { studentId: winner.id, adminId: support.id, guardianEmail: 'me@home.example', reason }
    const [named] = await t.app.db
      .insert(guardianChanges)
      .values({ ...values, at: t.app.clock.now() })
      .returning()
    const body = { student: named?.id ?? '', token: deriveConsentToken(t.app, named?.id ?? '') }
    expect(await refusal(t.as()(giveGuardianConsent, { body }))).toMatchObject(unpaid)
    await t.app.db.delete(guardianChanges)
  })

  it('G-13 needs the password or a mailed code: a session alone changes nothing', async () => {
    expect(await refusal(claim({}, {}))).toMatchObject({ status: 400 })
    expect(await refusal(claim({}, { password: 'Wrong7pass' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'password', message: 'This password is not correct.' }],
    })
    expect(await refusal(claim({}, { code: '000000' }))).toMatchObject({ errors: [{ path: 'code' }] })
    expect(await readVersions()).toEqual([])
    await t.as(winner.token)(mailProofCode, {})
    const [made] = await t.app.db.select().from(proofCodes).where(eq(proofCodes.studentId, winner.id))
    const code = deriveVerificationCode(t.app, made?.id ?? '')
    // A mistake in the form does not use up the code.
    const owned = { guardianEmail: winner.email }
    expect(await refusal(claim(owned, { code }))).toMatchObject({ errors: [{ path: 'guardianEmail' }] })
    await claim({}, { code })
    expect(await readVersions()).toHaveLength(1)
    expect(await refusal(claim({ guardianPhone: '+2348012345670' }, { code }))).toMatchObject({ status: 400 })
  })

  it('G-13 keeps every version unchanged, and repeating one adds nothing', async () => {
    await claim()
    await claim()
    await claim({ guardianPhone: '+2348012345670' })
    expect(await readVersions()).toMatchObject([
      { ...guardian, adminId: null, reason: null },
      { ...guardian, guardianPhone: '+2348012345670' },
    ])
    expect(await mine()).toMatchObject({ claim: { guardianPhone: '+2348012345670' }, canClaim: true })
    expect(await listed()).toMatchObject({
      claim: { guardianPhone: '+2348012345670', changedBy: null },
      earlierClaims: [{ guardianPhone: '+2348012345678' }],
    })
    for (const statement of [
      "update prize_claim_versions set guardian_phone = '+1'",
      'update prize_claim_versions set student_id = null, guardian_name = null, attempt = 7',
      'update prize_claim_versions set student_id = null',
      'update prize_claim_versions set reason = null, at = now()',
      'delete from prize_claim_versions',
    ]) {
      await expect(t.app.pool.query(statement)).rejects.toThrow(/append-only|prize_claim_versions_erased/)
      await expect(t.owner.query(statement)).rejects.toThrow(/append-only|prize_claim_versions_erased/)
    }
  })

  it('G-13 notifies the winner, every known guardian, and the admins who deal with prizes', async () => {
    const [mother, aunt, thief] = ['mother', 'aunt', 'thief'].map((who) => `${who}-${winner.username}@home.example`)
    await t.app.db.update(students).set({ guardianEmail: mother }).where(eq(students.id, winner.id))
    await claim({ guardianEmail: aunt ?? '' })
    const [asked] = await t.mails(mother ?? '', 'won a Baobab scholarship')
    expect(asked?.text).toContain('Halima Bello, +2348012345678')
    expect(readLink(asked?.text).claim).toBe(String(await lastVersion()))
    // The account's guardian decides, so nobody else is asked.
    const [told] = await t.mails(aunt ?? '', 'won a Baobab scholarship')
    expect(readLink(told?.text).claim).toBe('')
    await claim({ guardianEmail: thief ?? '', guardianPhone: '+2348099999999' })
    expect((await t.mails(mother ?? '', 'something was changed'))[0]?.text).toContain('+2348099999999')
    expect((await t.mails(thief ?? '', 'something was changed'))[0]?.text).toContain('+2348099999999')
    const [former] = await t.mails(aunt ?? '', 'something was changed')
    expect(former?.text).toContain('We may now call somebody else about the prize')
    expect(former?.text).not.toContain('+2348099999999')
    expect(await titles()).toEqual(
      expect.arrayContaining([expect.stringContaining('You claimed the '), expect.stringContaining('was changed')]),
    )
    await t.mails(winner.email, 'was changed')
    for (const { email } of [owner, support, finance]) await t.mails(email, 'was sent or changed')
  })

  it('G-13 can be changed only by admins once the prize is confirmed, with a reason that is audited and mailed', async () => {
    const aunt = `aunt-${winner.username}@home.example`
    await claim({ guardianEmail: aunt })
    await record()
    await confirm()
    expect(await mine()).toMatchObject({ state: 'confirmed', canClaim: false })
    expect(await refusal(claim({ guardianPhone: '+2348099999999' }))).toMatchObject({
      status: 409,
      code: 'prize_confirmed',
    })
    await change({ guardianEmail: aunt, guardianPhone: '+2348012345670' }, support)
    expect(await listed()).toMatchObject({
      claim: {
        guardianPhone: '+2348012345670',
        changedBy: support.username,
        reason: 'Her mother called: a new number.',
      },
      earlierClaims: [{ guardianPhone: '+2348012345678', changedBy: null, reason: null }],
      // A different number needs a new agreement.
      agreement: 'missing',
    })
    const [mail] = await t.mails(aunt, 'something was changed')
    expect(mail?.text).toContain('Her mother called: a new number.')
    // The winner gave this address, so it is asked, without a deadline because the prize is confirmed.
    expect(mail?.text).toContain('before the prize is paid')
    expect(await t.as()(readAgreementRequest, { body: readLink(mail?.text) })).toMatchObject({ agreeBy: null })
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.action, 'prize.claim_changed'))
    expect(lines.at(-1)).toMatchObject({ adminId: support.id, subject: drawId, details: { month, attempt: 0 } })
    expect(await refusal(pay())).toMatchObject({ code: 'guardian_not_agreed' })
  })

  it('G-13 can be sent once for a prize confirmed without one by an earlier release, which is not paid before that', async () => {
    await t.app.db.insert(drawEvents).values({ drawId, kind: 'confirmed', data: { index: 0 }, at: t.app.clock.now() })
    expect(await refusal(pay())).toMatchObject({ status: 409, code: 'prize_unclaimed' })
    await claim()
    expect(await refusal(claim({ guardianPhone: '+2348099999999' }))).toMatchObject({ code: 'prize_confirmed' })
    expect(await refusal(pay())).toMatchObject({ code: 'guardian_not_agreed' })
  })

  it('G-13 cannot be changed by an admin without a reason, or before it exists', async () => {
    expect(await refusal(change())).toMatchObject({ status: 409, code: 'prize_unclaimed' })
    await claim()
    const body = { ...guardian, publicName: '', reason: ' ' }
    expect(await refusal(t.as(owner.token)(admin.changeClaim, { ...params(), body }))).toMatchObject({
      errors: [{ path: 'reason' }],
    })
    expect(await readVersions()).toHaveLength(1)
  })

  it('stored by an earlier release is taken over once, as are its erasures', async () => {
    const values = { drawId, attempt: 0, studentId: winner.id, ...guardian, publicName: 'Amina', claimedAt: new Date() }
    await t.app.db.insert(prizeClaims).values(values)
    await Promise.all([adoptEarlierClaims(t.app), adoptEarlierClaims(t.app)])
    expect(await readVersions()).toMatchObject([{ ...guardian, publicName: 'Amina', at: values.claimedAt }])
    expect(await shownName()).toBe(winner.username)
    await t.app.db.update(prizeClaims).set({ guardianPhone: '+1' }).where(eq(prizeClaims.drawId, drawId))
    await adoptEarlierClaims(t.app)
    expect(await readVersions()).toHaveLength(1)
    await t.app.db.update(students).set({ erasedAt: new Date() }).where(eq(students.id, winner.id))
    await adoptEarlierClaims(t.app)
    expect(await readVersions()).toMatchObject([{ studentId: null, guardianPhone: null, publicName: null }])
  })

  it('leaves nothing personal when the account is erased', async () => {
    await claim()
    await change({ guardianPhone: '+2348012345670' })
    await t.as(winner.token)(eraseAccount, { body: { password: PASSWORD } })
    const empty = { studentId: null, guardianName: null, guardianPhone: null, guardianEmail: null, publicName: null }
    expect(await readVersions()).toMatchObject([empty, { ...empty, adminId: owner.id, reason: null }])
    expect(await listed()).toMatchObject({ username: null, claim: null, earlierClaims: [] })
  })
})

describe('a winner’s public name', () => {
  it('C-08 is shown once an admin has confirmed it, and waits again if it is changed', async () => {
    await claim()
    await record()
    expect([await shownName(), (await mine())?.name]).toEqual([winner.username, 'waiting'])
    await confirmName(support)
    expect([await shownName(), (await mine())?.name]).toEqual(['Amina from Kano', 'confirmed'])
    expect((await t.as()(listDraws, {})).draws.find((draw) => draw.month === month)?.winner?.name).toBe(
      'Amina from Kano',
    )
    await claim({ publicName: 'Amina Bello' })
    await record()
    expect([await shownName(), (await mine())?.name]).toEqual([winner.username, 'waiting'])
    await confirmName()
    await claim({ publicName: '' })
    expect([await shownName(), (await mine())?.name]).toEqual([winner.username, 'none'])
  })

  it('C-08 is neither confirmed nor shown before a child’s guardian has agreed to it', async () => {
    await claim()
    expect(await refusal(confirmName())).toMatchObject({ status: 409, code: 'guardian_not_agreed' })
    await record()
    await confirmName()
    // A different guardian has to agree, so the name waits.
    await claim({ guardianName: 'Musa Bello' })
    expect(await shownName()).toBe(winner.username)
  })

  it('C-08 is not confirmed if it has since changed, or if it breaks the rules for names', async () => {
    await makeAdult()
    await claim()
    const seen = await lastVersion()
    await claim({ publicName: 'Amina Bello' })
    expect(await refusal(confirmName(owner, seen))).toMatchObject({ status: 409, code: 'claim_changed' })
    // As accepted by an earlier release.
    await makeClaimedPrize(t, month, { publicName: 'evil.example' })
    expect(await refusal(confirmName())).toMatchObject({ status: 409, code: 'name_not_usable' })
    await claim({ publicName: '' })
    expect(await refusal(confirmName())).toMatchObject({ code: 'name_not_usable' })
  })

  it('C-08 cannot be a website address, or the username of another student or an admin', async () => {
    const refused = { status: 400, errors: [{ path: 'publicName' }] }
    for (const publicName of ['https://evil.example', 'www.evil.example', 'evil.example', 'Am​ina', 'Am\tina', 'A'])
      expect(await refusal(claim({ publicName }))).toMatchObject(refused)
    const other = await makeStudent(t, { username: 'zainab_okoye' })
    for (const publicName of ['Zainab Okoye', 'ZAINAB-OKOYE', 'Záinab Ókoye'])
      expect(await refusal(claim({ publicName }))).toMatchObject({
        errors: [{ path: 'publicName', message: 'Somebody else has this username. Add your last name' }],
      })
    await t.app.db.update(students).set({ usernameKey: 'zainabokoye' }).where(eq(students.id, other.id))
    expect(await refusal(claim({ publicName: 'Zainab Okoye' }))).toMatchObject(refused)
    // The winner's own username does not count as somebody else's.
    await t.app.db.update(students).set({ usernameKey: 'hauwa_musa' }).where(eq(students.id, winner.id))
    await claim({ publicName: 'Hauwa Musa' })
  })
})

describe('a guardian’s agreement', () => {
  it('G-14 is needed, with a claim, before a child is confirmed or paid', async () => {
    expect(await refusal(confirm())).toMatchObject({ status: 409, code: 'prize_unclaimed' })
    await claim()
    expect(await refusal(confirm())).toMatchObject({ status: 409, code: 'guardian_not_agreed' })
    await record()
    expect(await mine()).toMatchObject({ agreement: 'agreed' })
    await confirm()
    await change({ guardianPhone: '+2348012345670' })
    expect(await refusal(pay())).toMatchObject({ code: 'guardian_not_agreed' })
    await record(support)
    await pay()
  })

  it('G-14 is not needed for a winner who was an adult when the month closed, only a claim', async () => {
    const birthday = `${Number(month.slice(0, 4)) - 18}-${month.slice(5)}-28`
    await t.app.db.update(students).set({ birth: birthday }).where(eq(students.id, winner.id))
    expect(await refusal(confirm())).toMatchObject({ code: 'prize_unclaimed' })
    await claim()
    expect(await mine()).toMatchObject({ agreement: 'not-needed' })
    await confirm()
    await pay()
    const tooLate = `${Number(month.slice(0, 4)) - 17}-01-01`
    await t.app.db.update(students).set({ birth: tooLate }).where(eq(students.id, winner.id))
    expect(await mine()).toMatchObject({ agreement: 'missing' })
  })

  it('G-14 is given through the mailed link, once, and the winner and the guardian are told', async () => {
    const mother = `mother-${winner.username}@home.example`
    await claim({ guardianEmail: mother })
    const [mail] = await t.mails(mother, 'won a Baobab scholarship')
    const link = readLink(mail?.text)
    expect(await t.as()(readAgreementRequest, { body: link })).toMatchObject({
      month,
      username: winner.username,
      guardianName: 'Halima Bello',
      publicName: 'Amina from Kano',
      hasAgreed: false,
    })
    await Promise.all([agreeByLink(link), agreeByLink(link)])
    await agreeByLink(link)
    expect(await t.as()(readAgreementRequest, { body: link })).toMatchObject({ hasAgreed: true })
    const approvals = await t.app.db
      .select()
      .from(prizeApprovals)
      .where(eq(prizeApprovals.claimSeq, Number(link.claim)))
    expect(approvals).toMatchObject([{ kind: 'agreement', adminId: null }])
    expect(await mine()).toMatchObject({ agreement: 'agreed' })
    expect(await t.mails(mother, 'You agreed to ')).toHaveLength(1)
    expect((await titles()).filter((title) => title.startsWith('A guardian agreed'))).toHaveLength(1)
  })

  it('G-14 is refused with a link that is forged, for another claim, or for a claim that has since changed', async () => {
    const version = await makeClaimedPrize(t, month, { isAgreed: false })
    const token = deriveAgreementToken(t.app, version as Parameters<typeof deriveAgreementToken>[1])
    const link = { claim: String(version.seq), token }
    const refused = { status: 400, code: 'token_invalid' }
    for (const body of [
      { ...link, token: `${token.slice(0, -2)}AA` },
      { ...link, claim: String(version.seq - 1) },
      { ...link, claim: '99999' },
      { ...link, claim: 'x' },
    ]) {
      expect(await refusal(agreeByLink(body))).toMatchObject(refused)
      expect(await refusal(t.as()(readAgreementRequest, { body }))).toMatchObject(refused)
    }
    await t.as()(readAgreementRequest, { body: link })
    await claim({ guardianPhone: '+2348099999999' })
    expect(await refusal(agreeByLink(link))).toMatchObject(refused)
    expect(await mine()).toMatchObject({ agreement: 'missing' })
  })

  it("G-14 is not requested from the child's own mailbox", async () => {
    const [name = '', domain = ''] = winner.email.split('@')
    expect(await refusal(claim({ guardianEmail: `${name}@${domain.toUpperCase()}` }))).toMatchObject({
      errors: [{ path: 'guardianEmail', message: "Enter your parent's or guardian's email, not your own" }],
    })
    await claim()
    expect(await refusal(change({ guardianEmail: winner.email }))).toMatchObject({
      errors: [{ path: 'guardianEmail' }],
    })
  })

  it('G-14 to an admin’s change is recorded by another admin, and only for the version that was seen', async () => {
    await claim()
    const seen = await lastVersion()
    const own = `own-${winner.username}@home.example`
    await change({ guardianPhone: '+2348099999999', guardianEmail: own })
    // The address could be the admin's own, so no link for agreeing is sent there.
    expect(readLink((await t.mails(own, 'something was changed'))[0]?.text).claim).toBe('')
    expect(await refusal(record(owner, seen))).toMatchObject({ status: 409, code: 'claim_changed' })
    expect(await refusal(record())).toMatchObject({ code: 'own_decision' })
    expect(await refusal(confirm())).toMatchObject({ code: 'guardian_not_agreed' })
    await record(support)
    await confirm()
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.action, 'prize.agreement_recorded'))
    expect(lines.at(-1)).toMatchObject({ adminId: support.id, subject: drawId })
  })
})
