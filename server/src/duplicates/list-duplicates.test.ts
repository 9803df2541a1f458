// Finds accounts that may belong to one student, over HTTP.
import { addDays } from '@baobab/contract/kernel/days.ts'
import * as contract from '@baobab/contract/duplicates/endpoints.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeAdmin, makePayment, makeStudent, unique, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { students } from '../accounts/tables.ts'
import { payments } from '../payments/tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

let phones = 0
/** Returns a phone number that no other student has. */
const newNumber = () => `+23480${String((phones += 1)).padStart(8, '0')}`
let days = 0
/** Returns a date of birth that no other student in this file has. */
const newBirth = () => addDays('2010-01-01', (days += 1))

const make = (changes: Parameters<typeof makeStudent>[1] = {}) =>
  makeStudent(t, { number: newNumber(), birth: newBirth(), ...changes })
const find = async ({ username }: MadeStudent) =>
  (await t.as(admin.token)(contract.listDuplicates, { params: { username } })).duplicates
const alikeOf = async (student: MadeStudent) =>
  (await find(student)).map(({ username, alike }) => ({ username, alike }))

it('finds the same phone, the same birth date and a similar name, likeliest first', async () => {
  const [number, birth, letters] = [newNumber(), newBirth(), unique().replace(/\d/g, 'k').slice(0, 7)]
  const student = await make({ number, birth, username: letters })
  const twin = await make({ number, birth, username: `${letters}_2` })
  const sibling = await make({ number, username: unique('q') })
  const namesake = await make({ username: `${letters}7` })
  await make({ birth, username: 'zzzyyyx' })
  expect(await alikeOf(student)).toEqual([
    { username: twin.username, alike: ['phone', 'name-and-birth'] },
    { username: sibling.username, alike: ['phone'] },
  ])
  expect(await alikeOf(namesake)).toEqual([])
  expect((await find(student))[0]).toMatchObject({ email: twin.email, birth, school: null, isPaid: false })
})

it('finds the same guardian, the same payer and the same mailbox', async () => {
  const student = await make({ email: `ada.obi.${unique()}@gmail.com` })
  const [byGuardian, byPayer] = [await make(), await make()]
  const byMailbox = await make({ email: student.email.replace('@', '+two@').replace('ada.obi', 'adaobi') })
  for (const { id } of [student, byGuardian])
    await t.app.db
      .update(students)
      .set({ guardianEmail: id === student.id ? 'Mum@home.example' : 'mum@home.example' })
      .where(eq(students.id, id))
  for (const { id } of [student, byPayer]) {
    const payment = await makePayment(t, { studentId: id, kinds: ['succeeded'] })
    await t.app.db.update(payments).set({ payerEmail: 'aunt@home.example' }).where(eq(payments.id, payment.id))
  }
  expect((await alikeOf(student)).toSorted((a, b) => (a.alike.join() < b.alike.join() ? -1 : 1))).toEqual([
    { username: byGuardian.username, alike: ['guardian'] },
    { username: byMailbox.username, alike: ['mailbox'] },
    { username: byPayer.username, alike: ['payer'] },
  ])
  expect((await find(student)).find(({ username }) => username === byPayer.username)?.isPaid).toBe(true)
  expect((await find(student)).find(({ username }) => username === byGuardian.username)?.isPaid).toBe(false)
})

it('shows no erased accounts', async () => {
  const number = newNumber()
  const [student, other] = [await make({ number }), await make({ number })]
  expect(await alikeOf(student)).toHaveLength(1)
  await t.app.db.update(students).set({ erasedAt: new Date() }).where(eq(students.id, other.id))
  expect(await alikeOf(student)).toEqual([])
})
