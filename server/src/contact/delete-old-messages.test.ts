import { markMessage, oneMessage } from '@baobab/contract/contact/endpoints.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeAdmin } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { deleteOldMessages } from './delete-old-messages.ts'
import { contactMessages, contactReplies } from './tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

/** Stores a message that arrived at the given time. */
async function makeMessage(createdAt: string, changes: Partial<typeof contactMessages.$inferInsert> = {}) {
  const person = { firstName: 'Adaeze', lastName: 'Vanishing', email: 'ada@home.example', message: 'Help.' }
  const [row] = await t.app.db
    .insert(contactMessages)
    .values({ ...person, createdAt: new Date(createdAt), ...changes })
    .returning()
  return row?.id ?? ''
}

const listIds = async () =>
  (await t.app.db.select({ id: contactMessages.id }).from(contactMessages)).map(({ id }) => id)

it('C-10 deletes messages twelve months after they arrived, answered or not', async () => {
  const answered = { answer: 'Yes.', answeredAt: new Date('2026-12-30T10:00:00Z') }
  await makeMessage('2026-01-10T10:00:00Z')
  await makeMessage('2026-01-10T09:00:00Z', answered)
  const kept = await makeMessage('2026-01-10T10:05:00Z', answered)
  t.app.clock.set(new Date('2027-01-10T09:59:00Z'))
  await deleteOldMessages(t.app)
  expect(await listIds()).toHaveLength(2)
  t.app.clock.set(new Date('2027-01-10T10:00:00Z'))
  await deleteOldMessages(t.app)
  expect(await listIds()).toEqual([kept])
})

it('counts from the visitor’s last reply, and deletes the replies too', async () => {
  await t.app.db.delete(contactMessages)
  const id = await makeMessage('2026-01-10T10:00:00Z', { repliedAt: new Date('2026-06-10T10:00:00Z') })
  const reply = {
    messageId: id,
    direction: 'in' as const,
    text: 'Thanks.',
    createdAt: new Date('2026-06-10T10:00:00Z'),
  }
  await t.app.db.insert(contactReplies).values(reply)
  t.app.clock.set(new Date('2027-06-10T09:59:00Z'))
  await deleteOldMessages(t.app)
  expect(await listIds()).toEqual([id])
  t.app.clock.set(new Date('2027-06-10T10:00:00Z'))
  await deleteOldMessages(t.app)
  expect(await listIds()).toEqual([])
  expect(await t.app.db.$count(contactReplies)).toBe(0)
})

it('deletes more messages than fit in one batch', async () => {
  await t.app.db.delete(contactMessages)
  const at = new Date('2026-01-10T10:00:00Z')
  const row = { firstName: 'A', lastName: 'B', email: 'a@home.example', message: 'Help.', createdAt: at }
  await t.app.db.insert(contactMessages).values(Array.from({ length: 2_100 }, () => row))
  t.app.clock.set(new Date('2028-01-10T10:00:00Z'))
  await deleteOldMessages(t.app)
  expect(await listIds()).toEqual([])
})

it('keeps the audit lines, which then name nobody', async () => {
  t.app.clock.set(new Date())
  const messageId = await makeMessage(t.app.clock.now().toISOString())
  const asAdmin = t.as(admin.token)
  await asAdmin(oneMessage, { params: { messageId } })
  await asAdmin(markMessage, { params: { messageId }, body: { isRead: false } })
  const readLines = async () => (await asAdmin(auditLog, { query: { action: 'message.read' } })).lines
  expect((await readLines())[0]?.subject?.name).toBe('Adaeze Vanishing')
  await t.app.db
    .update(contactMessages)
    .set({ createdAt: new Date('2020-01-01') })
    .where(eq(contactMessages.id, messageId))
  await deleteOldMessages(t.app)
  expect(await listIds()).not.toContain(messageId)
  expect(await readLines()).toMatchObject([{ subject: { _id: messageId, name: null } }])
  expect(JSON.stringify(await readLines())).not.toMatch(/adaeze|vanishing|ada@home/i)
})
