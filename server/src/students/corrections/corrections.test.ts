// Corrections of school, phone, address and gender: over HTTP, in the student's settings, in the copy of the data, and erased.
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import * as contract from '@baobab/contract/students/corrections.ts'
import type { Correction } from '@baobab/contract/students/corrections.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeStudent,
  PASSWORD,
  type MadeAdmin,
  type MadeStudent,
} from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { expectRefusalWithoutWrites } from '../../../test/take-quiz.ts'
import { studentCorrections } from '../../accounts/correction-tables.ts'
import { students } from '../../accounts/tables.ts'

let support: MadeAdmin
const t = await openTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
})

const REASON = 'Her mother wrote to us.'
const correct = ({ username }: MadeStudent, body: Omit<Correction, 'reason'>, who = support) =>
  t.as(who.token)(contract.correctStudent, { params: { username }, body: { reason: REASON, ...body } })
const details = ({ username }: MadeStudent) => t.as(owner.token)(studentDetails, { params: { username } })
const load = async ({ id }: MadeStudent) =>
  (await t.app.db.select().from(students).where(eq(students.id, id)))[0] ?? expect.unreachable()
const rowsOf = ({ id }: MadeStudent) =>
  t.app.db.select().from(studentCorrections).where(eq(studentCorrections.studentId, id))

it('corrects several fields with one reason, and tells the student what they are now', async () => {
  const student = await makeStudent(t, { school: 'GSS Kano' })
  const body = {
    school: 'Unity School',
    number: '0803 123 4567',
    gender: 'male' as const,
    seen: { school: 'GSS Kano', number: '+2348012345678', gender: 'female' },
  }
  expect(await correct(student, body)).toEqual({ message: 'The correction has been saved.', outcome: 'corrected' })
  expect(await load(student)).toMatchObject({
    school: 'Unity School',
    number: '0803 123 4567',
    internationalNumber: '+2348031234567',
    gender: 'male',
  })
  const { notifications } = await t.as(student.token)(studentNotifications, {
    params: { username: student.username },
    query: {},
  })
  expect(notifications[0]).toMatchObject({
    title: 'We corrected your details',
    description:
      'Your school is now: Unity School. Your phone number is now: 0803 123 4567. Your gender is now: male. Is this wrong? Write to us on the Contact page.',
    update: 'account',
  })
  const { corrections } = await t.as(student.token)(contract.listOwnCorrections, {})
  expect(corrections).toHaveLength(3)
  expect(corrections).toContainEqual({ field: 'school', newValue: 'Unity School', at: expect.any(String) })
  expect(JSON.stringify(corrections)).not.toContain(REASON)
})

it('the audit log names the fields, but neither values nor the reason', async () => {
  const student = await makeStudent(t)
  await correct(student, { school: 'Hidden School', seen: { school: '' } })
  const { lines } = await t.as(owner.token)(auditLog, { query: { action: 'student.corrected' } })
  expect(lines[0]).toMatchObject({ details: { fields: 'school' } })
  expect(JSON.stringify(lines)).not.toMatch(/Hidden School|Her mother/)
})

it('writes nothing for what is the same, also if the request is repeated', async () => {
  const student = await makeStudent(t)
  const body = { address: '9 New Road, Jos', seen: { address: '12 Marina Road, Lagos' } }
  await correct(student, body)
  const unchanged = { message: 'Nothing was different, so nothing has been changed.', outcome: 'unchanged' }
  expect(await correct(student, body)).toEqual(unchanged)
  expect(await correct(student, { seen: {} })).toEqual(unchanged)
  expect(await rowsOf(student)).toHaveLength(1)
})

it('refuses what was changed since the admin saw it, and what the admin did not see', async () => {
  const student = await makeStudent(t)
  await correct(student, { school: 'First School', seen: { school: '' } })
  const refused = {
    status: 409,
    code: 'changed_meanwhile',
    message: 'This was changed while you were editing. Please check what it says now.',
  }
  await expectRefusalWithoutWrites(t, () => correct(student, { school: 'Second', seen: { school: '' } }), refused)
  const mixed = { address: '9 New Road, Jos', school: 'Second', seen: { address: '12 Marina Road, Lagos' } }
  await expectRefusalWithoutWrites(t, () => correct(student, mixed), { status: 400, errors: [{ path: 'seen' }] })
})

it('of two corrections at the same time, one is saved and the other refused', async () => {
  const student = await makeStudent(t)
  const results = await Promise.allSettled([
    correct(student, { school: 'One School', seen: { school: '' } }),
    correct(student, { school: 'Two School', seen: { school: '' } }, owner),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await rowsOf(student)).toHaveLength(1)
})

it.each([
  [{ number: '12' }, 'number', 'Phone number must be valid and include country code'],
  [{ number: '+99900000000' }, 'number', 'Phone number must be valid and include country code'],
  [{ address: 'Jos' }, 'address', 'Address must be at least 5 characters'],
  [{ birth: '2012-02-30' }, 'birth', 'Invalid date format'],
  [{ birth: '2999-01-01' }, 'birth', 'Invalid date format'],
])('refuses %j like registration', async (values, path, message) => {
  const student = await makeStudent(t)
  const seen = { number: '+2348012345678', address: '12 Marina Road, Lagos', birth: '2012-05-01' }
  const refused = await refusal(correct(student, { ...values, seen }))
  expect(refused).toMatchObject({ status: 400, errors: [{ path, message }] })
  expect(await rowsOf(student)).toEqual([])
})

it('needs a reason of 5 characters', async () => {
  const student = await makeStudent(t)
  const body = { school: 'Unity School', seen: { school: '' }, reason: 'Typo' }
  const refused = await refusal(
    t.as(owner.token)(contract.correctStudent, { params: { username: student.username }, body }),
  )
  expect(refused.errors).toEqual([{ path: 'reason', message: 'Reason must be at least 5 characters' }])
})

it('shows admins the newest correction of each field as one that can be undone, until the value changes', async () => {
  const student = await makeStudent(t)
  await correct(student, { school: 'First School', seen: { school: '' } })
  t.app.clock.advance(1_000)
  await correct(student, { school: 'Second School', seen: { school: 'First School' } })
  const shown = (await details(student)).corrections
  expect(shown).toMatchObject([
    { field: 'school', oldValue: 'First School', newValue: 'Second School', by: support.username, canUndo: true },
    { field: 'school', oldValue: null, newValue: 'First School', reason: REASON, canUndo: false },
  ])
  // An undo is a correction to the old value.
  t.app.clock.advance(1_000)
  await correct(student, { school: 'First School', seen: { school: 'Second School' } })
  expect((await load(student)).school).toBe('First School')
  await t.app.db.update(students).set({ school: 'Own School' }).where(eq(students.id, student.id))
  expect((await details(student)).corrections.map(({ canUndo }) => canUndo)).toEqual([false, false, false])
})

it('corrections are in the copy of the data, and are erased with the account', async () => {
  const student = await makeStudent(t)
  await correct(student, { school: 'Unity School', seen: { school: '' } })
  const { tables } = await t.as(student.token)(exportData, {})
  expect(tables['corrections']).toMatchObject([{ field: 'school', newValue: 'Unity School', reason: REASON }])
  expect(JSON.stringify(tables['corrections'])).not.toContain(support.id)
  await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
  expect(await rowsOf(student)).toEqual([])
  const refused = await refusal(correct(student, { school: 'Again', seen: { school: 'Unity School' } }))
  expect(refused.status).toBe(404)
})
