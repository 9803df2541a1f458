import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as contract from '@baobab/contract/guardians/children.ts'
import type { Caller } from '@baobab/contract/kernel/client.ts'
import { makeStudent, PASSWORD } from '../../../test/factories.ts'
import { logInChild, makeChild, makeGuardian } from '../../../test/guardians.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { findStudentById } from '../../accounts/queries.ts'
import { sessions } from '../../accounts/tables.ts'

const t = await openTestApp()

/** Everything that a guardian can do about one child. */
const calls: Readonly<Record<string, (as: Caller, username: string) => Promise<unknown>>> = {
  'reads a child': (as, username) => as(contract.readChild, { params: { username } }),
  'copies the data of a child': (as, username) => as(contract.exportChildData, { params: { username } }),
  'makes a payment link': (as, username) => as(contract.makeChildPayLink, { params: { username } }),
  'sets a password': (as, username) =>
    as(contract.setChildPassword, { params: { username }, body: { newPassword: 'Udara9fruit', password: PASSWORD } }),
  'withdraws consent': (as, username) =>
    as(contract.withdrawFromChild, { params: { username }, body: { password: PASSWORD } }),
}

describe.each(Object.entries(calls))('a guardian who %s', (_, call) => {
  it('R-58 finds neither another guardian’s child, nor a student without a guardian, nor an unknown name', async () => {
    const [guardian, other] = [await makeGuardian(t), await makeGuardian(t)]
    const [child, student] = [await makeChild(t, other), await makeStudent(t)]
    const token = await logInChild(t, child)
    const before = await findStudentById(t.app.db, child.id)
    const refusals = []
    for (const username of [child.username, student.username, 'nobody99']) {
      const { status, code, message } = await refusal(call(t.as(guardian.token), username))
      refusals.push({ status, code, message })
    }
    expect(refusals[0]).toMatchObject({ status: 404, code: 'not_found' })
    expect(new Set(refusals.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await findStudentById(t.app.db, child.id)).toEqual(before)
    expect(await t.app.db.select().from(sessions).where(eq(sessions.studentId, child.id))).toHaveLength(1)
    expect(token).not.toBe('')
  })

  it('R-59 is not the child itself', async () => {
    const child = await makeChild(t, await makeGuardian(t))
    const token = await logInChild(t, child)
    expect(await refusal(call(t.as(token), child.username))).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await findStudentById(t.app.db, child.id))?.erasedAt).toBeNull()
  })
})

it('R-59 a child can neither add a brother or sister nor see them', async () => {
  const guardian = await makeGuardian(t)
  const token = await logInChild(t, await makeChild(t, guardian))
  const body = { username: 'ada.next', password: PASSWORD, birth: '2014-05-01', gender: 'male', agrees: true } as const
  for (const call of [
    t.as(token)(contract.addChild, { body }),
    t.as(token)(contract.listChildren, {}),
    t.as(token)(contract.listFamilyPayments, {}),
  ])
    expect(await refusal(call)).toMatchObject({ status: 403, code: 'forbidden' })
})

it('R-59 a stolen guardian session without the password guesses it only a few times', async () => {
  const guardian = await makeGuardian(t)
  const child = await makeChild(t, guardian)
  const guess = () =>
    refusal(
      t.as(guardian.token)(contract.withdrawFromChild, {
        params: { username: child.username },
        body: { password: 'Wrong7tree' },
      }),
    )
  for (let n = 0; n < 5; n += 1) expect(await guess()).toMatchObject({ status: 400 })
  expect(await guess()).toMatchObject({ status: 429 })
  expect((await findStudentById(t.app.db, child.id))?.erasedAt).toBeNull()
})
