// Tests drawn avatars, chosen at registration and in the settings. Children aged 5 to 10 choose one instead of uploading a
// photo.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { avatars, defaultAvatar } from '@baobab/contract/profile/text.ts'
import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import * as contract from '@baobab/contract/profile/endpoints.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeStudent, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { expectRefusalWithoutWrites } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { eraseAccount } from '../privacy/erase-account.ts'

const t = await openTestApp()

const YEAR = Number(lagosDate(new Date()).slice(0, 4))
const CHILD = `${YEAR - 8}-01-01`

const read = async ({ token, username }: MadeStudent) =>
  (await t.as(token)(contract.readStudentProfile, { params: { username } })).data
const change = ({ token, username }: MadeStudent, body: object | FormData) =>
  t.as(token)(contract.updateProfile, { params: { username }, body })
const put = ({ token, username }: MadeStudent, body: FormData) =>
  t.as(token)(contract.updateStudentPicture, { params: { username }, body })

async function photo(fields: Record<string, string> = {}): Promise<FormData> {
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#8F2F17' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('profilePicture', new Blob([new Uint8Array(bytes)]), 'me.jpg')
  return form
}

it('a student has the avatar chosen at registration, or one derived from the username', async () => {
  const [chosen, other] = [await makeStudent(t, { avatar: 'high-bun' }), await makeStudent(t)]
  expect((await read(chosen)).avatar).toBe('high-bun')
  expect((await read(other)).avatar).toBe(defaultAvatar(other.username))
})

it('a student can choose another avatar, which is kept alongside a photo and is in the data export', async () => {
  const student = await makeStudent(t)
  expect((await change(student, { avatar: 'red-cap' })).updatedData.avatar).toBe('red-cap')
  await put(student, await photo())
  expect(await read(student)).toMatchObject({ avatar: 'red-cap', profilePicture: expect.any(String) })
  const { tables } = await t.as(student.token)(exportData, {})
  expect(tables['account']).toMatchObject([{ avatar: 'red-cap' }])
  // Choosing an avatar instead of the photo.
  await change(student, { avatar: 'blue-cap', profilePicture: null })
  expect(await read(student)).toMatchObject({ avatar: 'blue-cap', profilePicture: null })
  const who = { kind: 'student' as const, id: student.id, username: student.username, sessionId: '', birth: '' }
  await eraseAccount(t.app, who, { password: PASSWORD })
  const [row] = await t.app.db.select().from(students).where(eq(students.id, student.id))
  expect(row?.avatar).toBeNull()
})

it('an unknown avatar is refused', async () => {
  const student = await makeStudent(t)
  expect(await refusal(change(student, { avatar: 'no-such' }))).toMatchObject({
    status: 400,
    errors: [{ path: 'avatar', message: 'Unknown picture' }],
  })
})

describe('a child of 5 to 10', () => {
  it('cannot upload a photo, alone or with other changes', async () => {
    const child = await makeStudent(t, { birth: CHILD })
    const refused = { status: 403, message: 'Please choose one of our pictures.' }
    const forms = [await photo(), await photo({ address: '9 New Road, Jos' })] as const
    await expectRefusalWithoutWrites(t, () => put(child, forms[0]), refused)
    await expectRefusalWithoutWrites(t, () => change(child, forms[1]), refused)
    expect(await t.app.files.list('pictures')).toEqual([])
  })

  it('chooses an avatar, and can keep or delete a photo older than this rule', async () => {
    const child = await makeStudent(t, { birth: CHILD })
    await t.app.db.update(students).set({ picture: 'pictures/old.webp' }).where(eq(students.id, child.id))
    const { updatedData } = await change(child, { avatar: avatars[3] })
    expect(updatedData).toMatchObject({ avatar: avatars[3], profilePicture: expect.any(String) })
    expect((await change(child, { profilePicture: null })).updatedData.profilePicture).toBeNull()
  })
})

it('a child of four cannot upload a photo either', async () => {
  const child = await makeStudent(t, { birth: `${YEAR - 4}-01-01` })
  await expectRefusalWithoutWrites(t, async () => put(child, await photo()), {
    status: 403,
    code: 'too_young_for_photo',
  })
})

it('a student may upload a photo from the day after the tenth year ends', async () => {
  const student = await makeStudent(t, { birth: `${YEAR - 11}-01-01` })
  expect((await put(student, await photo())).message).toBe('Profile updated successfully!')
})
