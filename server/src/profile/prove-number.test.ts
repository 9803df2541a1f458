// Tests proving a phone number, and who has it afterwards.
import { forgotPassword, logInStudent } from '@baobab/contract/accounts/endpoints.ts'
import * as contract from '@baobab/contract/profile/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { signInNames, students } from '../accounts/tables.ts'
import { makeStudent, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { makePhoneStudent, newNumber } from '../../test/phone-students.ts'
import { refusal } from '../../test/refusal.ts'
import { releaseTogether } from '../../test/release-together.ts'

const DAY_MS = 86_400_000
const t = await openStillTestApp()

const ask = ({ token }: MadeStudent, number: string, password = PASSWORD) =>
  t.as(token)(contract.sendNumberCode, { body: { number, password } })
const prove = ({ token }: MadeStudent, code: string) => t.as(token)(contract.proveNumber, { body: { code } })
const logIn = (email: string) => t.as()(logInStudent, { body: { email, password: PASSWORD } })

/** Asks for a code. @returns the digits in the `count`th message to the number */
async function requestCode(student: MadeStudent, number: string, count = 1): Promise<string> {
  await ask(student, number)
  const [{ text } = { text: '' }] = await t.texts(number, 'for this number', count)
  return text.slice(0, 6)
}

const readRow = async ({ id }: MadeStudent) => {
  const [row] = await t.app.db.select().from(students).where(eq(students.id, id))
  return row
}
const findOwner = async (number: string) =>
  (await t.app.db.select().from(signInNames).where(eq(signInNames.valueKey, number))).map(({ studentId }) => studentId)
const silence = (student: MadeStudent, days: number) =>
  t.app.db
    .update(students)
    .set({ lastActiveAt: new Date(t.app.clock.now().getTime() - days * DAY_MS) })
    .where(eq(students.id, student.id))
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a student proves a phone number', () => {
  it('with the code from a text message, logs in with it, and gets a mail', async () => {
    const [student, number] = [await makeStudent(t), newNumber()]
    expect(await ask(student, `0${number.slice(4)}`)).toEqual({
      message: 'We have sent a code to this phone number.',
    })
    const [{ text } = { text: '' }] = await t.texts(number, 'for this number')
    expect(await prove(student, `The code is ${text.slice(0, 6)}.`)).toEqual({
      message: 'Thank you. You can now log in with this phone number.',
      provedNumber: number,
    })
    await logIn(number)
    expect(await findOwner(number)).toEqual([student.id])
    const { data } = await t.as(student.token)(contract.readStudentProfile, { params: student })
    expect(data).toMatchObject({ number, provedNumber: number, numberProof: 'fresh' })
    await t.mails(student.email, 'You can now log in to Baobab with your phone number')
    expect((await refusal(prove(student, text.slice(0, 6)))).errors).toMatchObject([{ path: 'code' }])
  })

  it('instead of the one before, which is told and no longer leads to the account', async () => {
    const student = await makePhoneStudent(t)
    await t.as()(forgotPassword, { body: { number: student.number } })
    await t.texts(student.number, 'for a new password')
    const number = newNumber()
    await prove(student, await requestCode(student, number))
    await t.texts(student.number, 'Your Baobab account has a new phone number.')
    expect(await findOwner(student.number)).toEqual([])
    expect((await refusal(logIn(student.number))).status).toBe(401)
    await logIn(number)
    const { rows } = await t.owner.query('select from password_resets where student_id = $1', [student.id])
    expect(rows).toEqual([])
    expect((await readRow(student))?.addressHash).not.toBeNull()
  })

  it('again, after which it counts as fresh', async () => {
    const student = await makePhoneStudent(t)
    await t.app.db.update(students).set({ numberProvedAt: null }).where(eq(students.id, student.id))
    await prove(student, await requestCode(student, student.number))
    expect((await readRow(student))?.numberProvedAt).toEqual(t.app.clock.now())
  })
})

describe('a code', () => {
  it('needs the password', async () => {
    const student = await makeStudent(t)
    const { errors } = await refusal(ask(student, newNumber(), 'Wrong7pass'))
    expect(errors).toEqual([{ path: 'password', message: 'This password is not correct.' }])
  })

  it('is sent once a minute', async () => {
    const [student, number] = [await makeStudent(t), newNumber()]
    await ask(student, number)
    expect(await refusal(ask(student, number))).toMatchObject({
      status: 429,
      message: 'Please wait a minute before you ask for another code.',
    })
  })

  it('works for fifteen minutes', async () => {
    const student = await makeStudent(t)
    const code = await requestCode(student, newNumber())
    t.app.clock.advance(15 * 60_000)
    expect((await refusal(prove(student, code))).errors).toEqual([
      { path: 'code', message: 'This code is not correct, or it has expired.' },
    ])
  })

  it('R-47 ends after five wrong tries', async () => {
    const student = await makeStudent(t)
    const code = await requestCode(student, newNumber())
    for (let n = 0; n < 5; n += 1) expect((await refusal(prove(student, wrongOf(code)))).status).toBe(400)
    expect(await refusal(prove(student, code))).toMatchObject({
      status: 429,
      message: 'Too many wrong tries. Please ask for a new code.',
    })
  })
})

describe('a number that another account has proved', () => {
  it('R-46 gets a code like any other, and stays where it is', async () => {
    const [holder, student] = [await makePhoneStudent(t, { hasEmail: true }), await makeStudent(t)]
    await silence(holder, 179)
    const code = await requestCode(student, holder.number)
    expect(await refusal(prove(student, code))).toMatchObject({
      status: 409,
      code: 'number_in_use',
      message: 'Another account already uses this phone number. Log in with it, or use a different number.',
    })
    expect(await findOwner(holder.number)).toEqual([holder.id])
  })

  it('R-46 moves after 180 days without use if its owner has an email, which is told', async () => {
    const [holder, student] = [await makePhoneStudent(t, { hasEmail: true }), await makeStudent(t)]
    await silence(holder, 180)
    await prove(student, await requestCode(student, holder.number))
    expect(await findOwner(holder.number)).toEqual([student.id])
    expect(await readRow(holder)).toMatchObject({ provedNumber: null, numberProvedAt: null })
    await t.mails(holder.email, 'Your phone number now belongs to another Baobab account')
  })

  it('R-46 never moves if it is the only address of its owner', async () => {
    const [holder, student] = [await makePhoneStudent(t), await makeStudent(t)]
    await silence(holder, 1_000)
    const code = await requestCode(student, holder.number)
    expect((await refusal(prove(student, code))).code).toBe('number_in_use')
  })
})

describe('at the same time', () => {
  it('two accounts prove one number, and one of them gets it', async () => {
    const [one, other, number] = [await makeStudent(t), await makeStudent(t), newNumber()]
    const codes = [await requestCode(one, number), await requestCode(other, number, 2)]
    const lock = `select pg_advisory_xact_lock(hashtextextended('registrations of ${number}', 0))`
    const outcomes = await releaseTogether([t], { lock, waiting: 2 }, () =>
      Promise.allSettled([prove(one, codes[0] ?? ''), prove(other, codes[1] ?? '')]),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await findOwner(number)).toEqual([outcomes[0]?.status === 'fulfilled' ? one.id : other.id])
  })

  it('an owner who comes back keeps the number', async () => {
    const [holder, student] = [await makePhoneStudent(t, { hasEmail: true }), await makeStudent(t)]
    await silence(holder, 200)
    const code = await requestCode(student, holder.number)
    const lock = `select from students where id = '${holder.id}' for update`
    const change = `update students set last_active_at = '${t.app.clock.now().toISOString()}' where id = '${holder.id}'`
    const taking = releaseTogether([t], { lock, waiting: 1, change }, () => prove(student, code))
    expect((await refusal(taking)).code).toBe('number_in_use')
    expect(await findOwner(holder.number)).toEqual([holder.id])
  })

  it('a code that is replaced while it is entered does not count', async () => {
    const student = await makeStudent(t)
    const code = await requestCode(student, newNumber())
    const lock = `select from students where id = '${student.id}' for update`
    const change = `delete from number_codes where student_id = '${student.id}'`
    const late = releaseTogether([t], { lock, waiting: 1, change }, () => prove(student, code))
    expect((await refusal(late)).status).toBe(400)
  })
})

describe('the proof of a number ends', () => {
  const remove = ({ token }: MadeStudent) => t.as(token)(contract.removeNumber, { body: { password: PASSWORD } })

  it('when the student says so, which is mailed', async () => {
    const student = await makePhoneStudent(t, { hasEmail: true })
    expect(await remove(student)).toEqual({ message: 'You can no longer log in with this phone number.' })
    expect((await refusal(logIn(student.number))).status).toBe(401)
    await t.mails(student.email, 'You can no longer log in to Baobab with your phone number')
    expect((await refusal(remove(student))).code).toBe('not_found')
  })

  it('not if nothing else reaches the student', async () => {
    const student = await makePhoneStudent(t)
    expect(await refusal(remove(student))).toMatchObject({
      status: 409,
      message: 'This phone number is the only way to reach you. Add an email or another phone number first.',
    })
    await logIn(student.number)
  })

  it('not when another number is typed in the profile', async () => {
    const student = await makePhoneStudent(t, { hasEmail: true })
    const body = { number: newNumber() }
    const { updatedData } = await t.as(student.token)(contract.updateProfile, { params: student, body })
    expect(updatedData).toMatchObject({ ...body, provedNumber: student.number, numberProof: 'fresh' })
    await logIn(student.number)
  })
})
