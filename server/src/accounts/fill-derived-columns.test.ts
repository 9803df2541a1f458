import { updateProfile } from '@baobab/contract/profile/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { makeStudent, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { fillDerivedColumns } from './fill-derived-columns.ts'
import { students } from './tables.ts'

const t = await openTestApp()
let student: MadeStudent
beforeEach(async () => {
  student = await makeStudent(t)
})
const read = async () => {
  const { number, internationalNumber } = students
  const [row] = await t.app.db.select({ number, internationalNumber }).from(students).where(eq(students.id, student.id))
  return row
}
const write = (values: Partial<typeof students.$inferInsert>) =>
  t.app.db.update(students).set(values).where(eq(students.id, student.id))
const change = (number: string) =>
  t.as(student.token)(updateProfile, { params: { username: student.username }, body: { number } })

it('a phone number is kept as it was typed, next to its international form', async () => {
  expect(await read()).toMatchObject({ internationalNumber: '+2348012345678' })
  const { updatedData } = await change(' 0803-123-4567 ')
  expect(updatedData.number).toBe('0803-123-4567')
  expect(await read()).toEqual({ number: '0803-123-4567', internationalNumber: '+2348031234567' })
  for (const typed of ['0000000000', '0803 123 456', '+234 (0) 803 123 45'])
    expect((await refusal(change(typed))).errors).toEqual([
      { path: 'number', message: 'Phone number must be valid and include country code' },
    ])
  expect(await read()).toMatchObject({ number: '0803-123-4567' })
})

it('the nightly job fills the column for accounts older than it, even if the stored text is not a phone number', async () => {
  for (const [number, internationalNumber] of [
    ['08031234567', '+2348031234567'],
    ['0000000000', ''],
  ] as const) {
    await write({ number, internationalNumber: null })
    await Promise.all([fillDerivedColumns(t.app), fillDerivedColumns(t.app)])
    expect(await read()).toEqual({ number, internationalNumber })
  }
})

it('a number changed by an earlier release is parsed again', async () => {
  await write({ number: '+2348099999999' })
  expect(await read()).toMatchObject({ internationalNumber: null })
  await write({ number: '+234 803 123 4567', internationalNumber: '+2348031234567' })
  await write({ number: '0803 123 4567' })
  expect(await read()).toMatchObject({ internationalNumber: '+2348031234567' })
})
