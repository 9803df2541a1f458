// Merges accounts with proved phone numbers: which account keeps the number, and where it logs in.
import { mergeStudents } from '@baobab/contract/duplicates/endpoints.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeAdmin, makeStudent, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { makePhoneStudent, replaceEmail } from '../../test/without-email.ts'
import { signInNames, students } from '../accounts/tables.ts'
import { loadAddressHash, hashAddress } from '../accounts/address-hash.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

const merge = (merged: MadeStudent, kept: MadeStudent) =>
  t.as(admin.token)(mergeStudents, {
    params: { username: merged.username },
    body: { into: kept.username, reason: 'Both are hers, says her mother.' },
  })
const numberOf = async ({ id }: MadeStudent) => {
  const [row] = await t.app.db.select().from(students).where(eq(students.id, id))
  return row?.provedNumber
}
/** Returns the account that a number logs in to. */
const ownerOf = async (number: string) => {
  const [name] = await t.app.db.select().from(signInNames).where(eq(signInNames.valueKey, number))
  return name?.studentId
}

it('a number moves to a remaining account without one, and then logs in there', async () => {
  const [kept, merged] = [await makeStudent(t), await makePhoneStudent(t)]
  await merge(merged, kept)
  expect([await numberOf(kept), await numberOf(merged)]).toEqual([merged.number, null])
  expect(await ownerOf(merged.number)).toBe(kept.id)
})

it('a number that moves becomes the address of a remaining account that had none', async () => {
  const [kept, merged] = [await makeStudent(t), await makePhoneStudent(t)]
  await replaceEmail(t, kept, null)
  await loadAddressHash(t.app, kept.id)
  await merge(merged, kept)
  expect(await loadAddressHash(t.app, kept.id)).toBe(hashAddress(t.app, merged.number))
})

it('a remaining account keeps its own number, and the other number is told where to log in', async () => {
  const [kept, merged] = [await makePhoneStudent(t), await makePhoneStudent(t)]
  await merge(merged, kept)
  expect([await numberOf(kept), await numberOf(merged)]).toEqual([kept.number, merged.number])
  expect(await ownerOf(kept.number)).toBe(kept.id)
  // A login with the other number finds the merged account, whose reply names the remaining one.
  expect(await ownerOf(merged.number)).toBe(merged.id)
})
