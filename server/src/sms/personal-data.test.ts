import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeStudent, PASSWORD } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { students } from '../accounts/tables.ts'
import { smsMessages } from './tables.ts'

const t = await openTestApp()

it('C-04 C-05 the messages to a proved number are in the copy of all data, and go with the account', async () => {
  const student = await makeStudent(t)
  const [number, other] = ['+2348031234567', '+2348031234568']
  await t.app.db.update(students).set({ provedNumber: number }).where(eq(students.id, student.id))
  const at = t.app.clock.now()
  const sent = {
    range: '+234803123',
    kind: 'reset-code',
    provider: 'termii',
    messageId: 'secret-id',
    parts: 1,
    at,
  } as const
  await t.app.db.insert(smsMessages).values([
    { ...sent, number },
    { ...sent, number: other, messageId: 'other-id' },
  ])
  const { tables } = await t.as(student.token)(exportData, {})
  expect(tables['textMessages']).toMatchObject([{ number, kind: 'reset-code', state: 'sending' }])
  expect(JSON.stringify(tables['textMessages'])).not.toContain('secret-id')
  await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
  expect(await t.app.db.select({ number: smsMessages.number }).from(smsMessages)).toEqual([{ number: other }])
})
