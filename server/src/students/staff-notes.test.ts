// Notes about a student: written, listed and deleted over HTTP, in the copy of the data, and deleted with the account.
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import * as contract from '@baobab/contract/students/endpoints.ts'
import { STAFF_NOTES_MAX } from '@baobab/contract/students/endpoints.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
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
import { staffNotes } from './tables.ts'

let support: MadeAdmin
let colleague: MadeAdmin
let auditor: MadeAdmin
const t = await openTestApp()
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
  colleague = await makeAnotherAdmin(t, owner, 'support')
  auditor = await makeAnotherAdmin(t, owner, 'auditor')
})

const paramsOf = ({ username }: MadeStudent) => ({ username })
const add = (student: MadeStudent, text: string, who = support) =>
  t.as(who.token)(contract.addStaffNote, { params: paramsOf(student), body: { text } })
const list = async (student: MadeStudent, who = support) =>
  (await t.as(who.token)(contract.listStaffNotes, { params: paramsOf(student) })).notes
const remove = (student: MadeStudent, noteId: string, who = support) =>
  t.as(who.token)(contract.deleteStaffNote, { params: { ...paramsOf(student), noteId } })
const rowsOf = ({ id }: MadeStudent) => t.app.db.select().from(staffNotes).where(eq(staffNotes.studentId, id))

it('shows who wrote what and when, newest first', async () => {
  const student = await makeStudent(t)
  expect(await add(student, 'Her mother called:\nthe phone was lost.')).toEqual({ message: 'The note has been saved.' })
  t.app.clock.advance(1_000)
  await add(student, 'The new phone works.', owner)
  expect(await list(student)).toMatchObject([
    { text: 'The new phone works.', by: owner.username, canDelete: false },
    { text: 'Her mother called:\nthe phone was lost.', by: support.username, canDelete: true },
  ])
})

it('can be deleted by its author and by owners, and by nobody else', async () => {
  const student = await makeStudent(t)
  await add(student, 'First.')
  await add(student, 'Second.')
  const [second, first] = await list(student)
  expect(await refusal(remove(student, first?._id ?? '', colleague))).toMatchObject({ status: 404 })
  expect(await remove(student, first?._id ?? '')).toEqual({ message: 'The note has been deleted.' })
  expect((await list(student, auditor)).map(({ text, canDelete }) => ({ text, canDelete }))).toEqual([
    { text: 'Second.', canDelete: false },
  ])
  await remove(student, second?._id ?? '', owner)
  expect(await rowsOf(student)).toEqual([])
  expect(await refusal(remove(student, second?._id ?? ''))).toMatchObject({ status: 404 })
  expect(await refusal(remove(student, 'x'))).toMatchObject({ status: 404 })
})

it('about another student is not deleted at this URL', async () => {
  const [one, other] = [await makeStudent(t), await makeStudent(t)]
  await add(one, 'About one.')
  const [note] = await list(one)
  expect(await refusal(remove(other, note?._id ?? '', owner))).toMatchObject({ status: 404 })
  expect(await rowsOf(one)).toHaveLength(1)
})

it('is refused if it is empty or too long, or one of too many', async () => {
  const student = await makeStudent(t)
  for (const text of ['', '  \n ', 'x'.repeat(1_001)])
    expect(await refusal(add(student, text))).toMatchObject({ status: 400, errors: [{ path: 'text' }] })
  const note = { studentId: student.id, adminId: support.id, text: 'x', createdAt: new Date() }
  await t.app.db.insert(staffNotes).values(Array.from({ length: STAFF_NOTES_MAX }, () => note))
  expect(await refusal(add(student, 'One more.'))).toMatchObject({ status: 409, code: 'too_many_notes' })
})

it("is in the copy of the data without the admin's name, and is erased with the account", async () => {
  const student = await makeStudent(t)
  await add(student, 'Her mother called.')
  const { tables } = await t.as(student.token)(exportData, {})
  expect(tables['staffNotes']).toMatchObject([{ text: 'Her mother called.' }])
  expect(JSON.stringify(tables['staffNotes'])).not.toContain(support.id)
  await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
  expect(await rowsOf(student)).toEqual([])
})

it('leaves lines in the audit log without its text', async () => {
  const student = await makeStudent(t)
  await add(student, 'Her mother called.')
  const { lines } = await t.as(owner.token)(auditLog, { query: { subject: student.username } })
  expect(lines.map(({ action }) => action)).toEqual(['student.note_added'])
  expect(JSON.stringify(lines)).not.toContain('mother')
})
