// What the rest of the product does with the account of a child whose guardian keeps it.
import { initializePayment } from '@baobab/contract/payments/endpoints.ts'
import { listDuplicates } from '@baobab/contract/duplicates/endpoints.ts'
import { exportChildData } from '@baobab/contract/guardians/children.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { readStudentProfile, updateProfile } from '@baobab/contract/profile/endpoints.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { expect, it } from 'vitest'
import { makeAdmin, makeStudent, PASSWORD } from '../../../test/factories.ts'
import { logInChild, makeChild, makeGuardian } from '../../../test/guardians.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { findStudentById } from '../../accounts/queries.ts'
import { maskAddress } from './keeper.ts'

const t = await openTestApp({ GUARDIAN_CONSENT: 'under-18' })
const admin = await makeAdmin(t)

const keepsIt = { status: 409, code: 'kept_by_guardian', message: 'Your parent or guardian keeps your account.' }

it('has its guardian’s consent, so that the child can log in and pay', async () => {
  const child = await makeChild(t, await makeGuardian(t))
  const token = await logInChild(t, child)
  const { data } = await t.as(token)(readStudentProfile, { params: { username: child.username } })
  expect(data).toMatchObject({ email: null, number: '', isKeptByGuardian: true })
  expect(await t.as(token)(initializePayment, { body: { method: 'checkout' } })).toMatchObject({ currency: 'NGN' })
})

it('is not deleted by the child alone', async () => {
  const child = await makeChild(t, await makeGuardian(t))
  const token = await logInChild(t, child)
  expect(await refusal(t.as(token)(eraseAccount, { body: { password: PASSWORD } }))).toMatchObject(keepsIt)
  expect((await findStudentById(t.app.db, child.id))?.erasedAt).toBeNull()
})

it('takes no phone number from the child, but a school and a picture', async () => {
  const child = await makeChild(t, await makeGuardian(t))
  const token = await logInChild(t, child)
  const change = (body: object) => t.as(token)(updateProfile, { params: { username: child.username }, body })
  expect(await refusal(change({ number: '+2348031234567' }))).toMatchObject(keepsIt)
  const { updatedData } = await change({ school: 'Unity School', avatar: 'round-afro' })
  expect(updatedData).toMatchObject({ school: 'Unity School', number: '' })
})

it('is not like the account of a brother or sister, or of any child without a number', async () => {
  const guardian = await makeGuardian(t)
  const one = await makeChild(t, guardian, { birth: '2014-05-01', username: 'chidi.ade' })
  await makeChild(t, guardian, { birth: '2014-05-01', username: 'chidi.a' })
  await makeChild(t, await makeGuardian(t), { birth: '2014-05-01', username: 'tolu.okon' })
  const found = await t.as(admin.token)(listDuplicates, { params: { username: one.username } })
  expect(found.duplicates).toEqual([])
})

it('names its guardian to admins and in the copy of its data, with the address masked', async () => {
  const guardian = await makeGuardian(t)
  const child = await makeChild(t, guardian)
  const keeper = { name: guardian.name, maskedAddress: 'g•••@home.example' }
  expect(await t.as(admin.token)(studentDetails, { params: { username: child.username } })).toMatchObject({ keeper })
  const { tables } = await t.as(guardian.token)(exportChildData, { params: { username: child.username } })
  expect(tables['guardian']).toEqual([keeper])
  const other = await makeStudent(t, { birth: '2000-05-01' })
  expect(await t.as(admin.token)(studentDetails, { params: { username: other.username } })).toMatchObject({
    keeper: null,
  })
})

it('masks an email and a phone number', () => {
  expect(maskAddress('ngozi@home.example')).toBe('n•••@home.example')
  expect(maskAddress('+2348031234567')).toBe('+234•••••567')
})
