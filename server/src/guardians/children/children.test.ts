import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import {
  addChild,
  exportChildData,
  listChildren,
  listFamilyPayments,
  makeChildPayLink,
  readChild,
  setChildPassword,
  withdrawFromChild,
} from '@baobab/contract/guardians/children.ts'
import { readPayLink } from '@baobab/contract/payments/endpoints.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { makePayment, makeQuiz, makeStudent, PASSWORD, registration, unique } from '../../../test/factories.ts'
import { logInChild, makeChild, makeGuardian } from '../../../test/guardians.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { quizCalls } from '../../../test/take-quiz.ts'
import { findStudentById } from '../../accounts/queries.ts'
import { registerStudent } from '../../accounts/register.ts'
import { registrations, sessions, students } from '../../accounts/tables.ts'
import { verifyPassword } from '../../platform/security/passwords.ts'
import { erasures } from '../../privacy/tables.ts'

const t = await openTestApp()

const form = (changes: object = {}) => ({
  username: unique('k'),
  password: PASSWORD,
  birth: '2014-05-01',
  gender: 'female' as const,
  agrees: true as const,
  ...changes,
})

/** Adds a child that the server refuses. @returns the refusal */
const refusedChild = (token: string, changes: object) => refusal(t.as(token)(addChild, { body: form(changes) }))

it('opens an account at once that has the guardian’s consent and no email, phone number or address', async () => {
  const guardian = await makeGuardian(t)
  const body = form({ school: 'Unity School', avatar: undefined })
  const { child, message } = await t.as(guardian.token)(addChild, { body })
  expect(message).toBe('The account is ready. Your child can log in with the username and password.')
  expect(child).toMatchObject({ username: body.username, points: 0, rank: null, isPaid: false, quizzesAnswered: 0 })
  expect(child).toMatchObject({ lastActiveAt: null, meanPercent: null, hasOwnAddress: false, ageCategory: '11-20' })
  const [row] = await t.app.db.select().from(students).where(eq(students.guardianId, guardian.id))
  expect(row).toMatchObject({
    username: body.username,
    email: null,
    emailKey: null,
    provedNumber: null,
    number: '',
    internationalNumber: '',
    address: '',
    school: 'Unity School',
    birth: '2014-05-01',
    gender: 'female',
  })
  expect(row?.guardianAgreedAt).toEqual(row?.verifiedAt)
  expect(await verifyPassword(row?.passwordHash ?? '', PASSWORD)).toBe(true)
  expect(await t.app.db.select().from(registrations).where(eq(registrations.username, body.username))).toEqual([])
})

it('counts two children of one guardian as different people', async () => {
  const guardian = await makeGuardian(t)
  const [one, two] = [await makeChild(t, guardian), await makeChild(t, guardian)]
  const [first, second] = [await findStudentById(t.app.db, one.id), await findStudentById(t.app.db, two.id)]
  expect(first?.addressHash).toBeTruthy()
  expect(first?.addressHash).not.toBe(second?.addressHash)
})

it('says at the field what is wrong with a child’s birth, password, username and consent', async () => {
  const { token } = await makeGuardian(t)
  const age = 'Baobab is for children and young people from 5 to 20 years. Please check the date of birth.'
  const atField = (path: string, message: string) => ({ status: 400, errors: [{ path, message }] })
  expect(await refusedChild(token, { birth: '2024-01-01' })).toMatchObject(atField('birth', age))
  expect(await refusedChild(token, { birth: '1990-01-01' })).toMatchObject(atField('birth', age))
  expect(await refusedChild(token, { birth: '2999-01-01' })).toMatchObject(atField('birth', 'Invalid date format'))
  const common = 'Please choose a less common password.'
  expect(await refusedChild(token, { password: 'Password123' })).toMatchObject(atField('password', common))
  const named = { username: 'tolu.ade', password: 'Tolu.ade1' }
  expect(await refusedChild(token, named)).toMatchObject(atField('password', common))
  expect(await refusedChild(token, { username: 'admin' })).toMatchObject({ code: 'username_taken' })
  expect(await refusedChild(token, { agrees: false })).toMatchObject(
    atField('agrees', 'Please tick the box if you agree.'),
  )
  expect(await t.as(token)(listChildren, {})).toEqual({ children: [] })
})

it('refuses usernames of students, of pending registrations and of erased accounts', async () => {
  const guardian = await makeGuardian(t)
  const student = await makeStudent(t)
  const pending = registration()
  await registerStudent(t.app, pending)
  const erased = await makeChild(t, guardian)
  const withdrawal = { params: { username: erased.username }, body: { password: PASSWORD } }
  await t.as(guardian.token)(withdrawFromChild, withdrawal)
  const taken = { status: 409, errors: [{ path: 'username', message: 'Username is already taken' }] }
  for (const username of [student.username, student.username.toUpperCase(), pending.username, erased.username])
    expect(await refusedChild(guardian.token, { username })).toMatchObject(taken)
})

it('returns the same child to the same request again, and refuses it with another password or after a while', async () => {
  const guardian = await makeGuardian(t)
  const body = form()
  const first = await t.as(guardian.token)(addChild, { body })
  expect(await t.as(guardian.token)(addChild, { body })).toEqual(first)
  const taken = { status: 409, code: 'username_taken' }
  expect(await refusedChild(guardian.token, { ...body, password: `${PASSWORD}2` })).toMatchObject(taken)
  expect(await refusedChild((await makeGuardian(t)).token, body)).toMatchObject(taken)
  const isHers = eq(students.guardianId, guardian.id)
  await t.app.db
    .update(students)
    .set({ createdAt: new Date(Date.now() - 16 * 60_000) })
    .where(isHers)
  expect(await refusedChild(guardian.token, body)).toMatchObject(taken)
  expect((await t.as(guardian.token)(listChildren, {})).children).toHaveLength(1)
})

it('shows what a child has done and pays, and nothing of another guardian’s child', async () => {
  const [guardian, other] = [await makeGuardian(t), await makeGuardian(t)]
  await makeChild(t, other)
  const child = await makeChild(t, guardian, { birth: '2014-05-01' })
  const quiz = await makeQuiz(t)
  const taker = { ...child, email: '', token: await logInChild(t, child) }
  const quizzes = quizCalls((token) => t.as(token))
  await quizzes.start(taker, quiz)
  for (const [n, { correctAnswer }] of quiz.questions.entries()) await quizzes.answer(taker, quiz, n, correctAnswer)
  await quizzes.finish(taker, quiz)
  const payment = await makePayment(t, { studentId: child.id, kinds: ['succeeded'] })
  const { children } = await t.as(guardian.token)(listChildren, {})
  expect(children).toHaveLength(1)
  expect(children[0]).toMatchObject({ username: child.username, quizzesAnswered: 1, meanPercent: 100, rank: 1 })
  expect(children[0]?.points).toBeGreaterThan(0)
  expect(children[0]?.lastActiveAt).not.toBeNull()
  expect(children[0]?.draw.reasons).toEqual([])
  const detail = await t.as(guardian.token)(readChild, { params: { username: child.username } })
  expect(detail.results).toMatchObject([{ videoTitle: quiz.video.title, ageCategory: '11-20' }])
  expect(detail.payments).toMatchObject([{ reference: payment.reference, state: 'succeeded' }])
  const paid = { payments: [{ reference: payment.reference, username: child.username }] }
  expect(await t.as(guardian.token)(listFamilyPayments, {})).toMatchObject(paid)
  expect(await t.as(other.token)(listFamilyPayments, {})).toEqual({ payments: [] })
})

it('makes the link with which anyone pays for a child, until it is paid', async () => {
  const guardian = await makeGuardian(t)
  const child = await makeChild(t, guardian)
  const call = () => t.as(guardian.token)(makeChildPayLink, { params: { username: child.username } })
  const link = new URL((await call()).url).searchParams.get('link') ?? ''
  expect(await t.as()(readPayLink, { params: { token: link } })).toMatchObject({
    username: child.username,
    isPaid: false,
  })
  await makePayment(t, { studentId: child.id, kinds: ['succeeded'] })
  await expect(call()).rejects.toMatchObject({ status: 409, code: 'already_paid' })
})

it('sets a child’s password with the guardian’s own, which logs the child out', async () => {
  const guardian = await makeGuardian(t)
  const child = await makeChild(t, guardian)
  await logInChild(t, child)
  const params = { username: child.username }
  const set = (newPassword: string, password: string) =>
    t.as(guardian.token)(setChildPassword, { params, body: { newPassword, password } })
  const wrong = { status: 400, errors: [{ path: 'password', message: 'This password is not correct.' }] }
  await expect(set('Udara9fruit', 'Wrong7tree')).rejects.toMatchObject(wrong)
  const common = { errors: [{ path: 'newPassword', message: 'Please choose a less common password.' }] }
  await expect(set('Password123', PASSWORD)).rejects.toMatchObject(common)
  expect(await t.app.db.select().from(sessions).where(eq(sessions.studentId, child.id))).toHaveLength(1)
  await set('Udara9fruit', PASSWORD)
  expect(await t.app.db.select().from(sessions).where(eq(sessions.studentId, child.id))).toEqual([])
  const changed = await findStudentById(t.app.db, child.id)
  expect(await verifyPassword(changed?.passwordHash ?? '', 'Udara9fruit')).toBe(true)
})

it('sets no password for a child with an email of its own', async () => {
  const guardian = await makeGuardian(t)
  const child = await makeStudent(t)
  await t.app.db.update(students).set({ guardianId: guardian.id }).where(eq(students.id, child.id))
  const body = { newPassword: 'Udara9fruit', password: PASSWORD }
  const refused = { status: 409, code: 'child_has_own_address' }
  const call = t.as(guardian.token)(setChildPassword, { params: { username: child.username }, body })
  await expect(call).rejects.toMatchObject(refused)
})

it('erases a child whose guardian withdraws with the password, ends its sessions and records it', async () => {
  const guardian = await makeGuardian(t)
  const child = await makeChild(t, guardian)
  const token = await logInChild(t, child)
  const params = { username: child.username }
  const withdraw = (password: string) => t.as(guardian.token)(withdrawFromChild, { params, body: { password } })
  await expect(withdraw('Wrong7tree')).rejects.toMatchObject({ status: 400 })
  expect(await withdraw(PASSWORD)).toEqual({ message: 'The account and everything in it has been deleted.' })
  const row = await findStudentById(t.app.db, child.id)
  expect(row).toMatchObject({ username: 'deleted', guardianId: null, birth: '1900-01-01' })
  expect(row?.erasedAt).not.toBeNull()
  expect(await t.app.db.select().from(erasures).where(eq(erasures.id, child.id))).toHaveLength(1)
  await expect(t.as(token)(readStudentProfile, { params })).rejects.toMatchObject({ status: 401 })
  await expect(withdraw(PASSWORD)).rejects.toMatchObject({ status: 404 })
  expect(await t.as(guardian.token)(listChildren, {})).toEqual({ children: [] })
})

it('gives a guardian a copy of all that is stored about a child', async () => {
  const guardian = await makeGuardian(t)
  const child = await makeChild(t, guardian)
  const { tables } = await t.as(guardian.token)(exportChildData, { params: { username: child.username } })
  expect(tables['account']).toMatchObject([{ username: child.username, birth: '2018-05-01' }])
  expect(JSON.stringify(tables)).not.toContain('passwordHash')
})
