// Tests what admins correct about a student with a proved phone number.
import { logInStudent } from '@baobab/contract/accounts/endpoints.ts'
import { correctStudent } from '@baobab/contract/students/corrections.ts'
import { changeEmail, confirmEmailChange } from '@baobab/contract/students/email-change.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeAdmin, PASSWORD, unique } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { makePhoneStudent } from '../../test/phone-students.ts'
import { students } from '../accounts/tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const reason = 'Her mother wrote to us.'
const load = async (id: string) =>
  (await t.app.db.select().from(students).where(eq(students.id, id)))[0] ?? expect.unreachable()
const logIn = (email: string) => t.as()(logInStudent, { body: { email, password: PASSWORD } })

it('a corrected phone number leaves the proved one, with which the student still logs in', async () => {
  const student = await makePhoneStudent(t)
  const { number: typed, numberProvedAt } = await load(student.id)
  const body = { number: '0809 123 4567', seen: { number: typed }, reason }
  await t.as(admin.token)(correctStudent, { params: student, body })
  expect(await load(student.id)).toMatchObject({
    internationalNumber: '+2348091234567',
    provedNumber: student.number,
    numberProvedAt,
  })
  await logIn(student.number)
})

it('a student without an email gets one by the link in the only mail, and keeps the number', async () => {
  const student = await makePhoneStudent(t)
  const email = `${unique('new')}@home.example`
  await t.as(admin.token)(changeEmail, { params: student, body: { email, reason } })
  const { rows } = await t.owner.query("select data->>'kind' as kind from pgboss.job where name = 'student-mails'")
  expect(rows).toEqual([{ kind: 'email-change-confirm' }])
  const [mail] = await t.mails(email, 'Confirm your new email for Baobab')
  const link = new URL(/https?:\/\/\S+email-change\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await t.as()(confirmEmailChange, { body: { token: link.searchParams.get('token') ?? '' } })
  expect(await load(student.id)).toMatchObject({ email, provedNumber: student.number })
  for (const name of [email, student.number]) expect((await logIn(name)).studentData._id).toBe(student.id)
})
