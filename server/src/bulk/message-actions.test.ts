// Tests admin actions on many contact messages and many notifications at once.
import * as contract from '@baobab/contract/bulk/endpoints.ts'
import { bulkText } from '@baobab/contract/bulk/endpoints.ts'
import * as contact from '@baobab/contract/contact/endpoints.ts'
import { contactAdminText } from '@baobab/contract/contact/text.ts'
import { sendMessage, type MessageFilter } from '@baobab/contract/contact/endpoints.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { listFailedMails, sendNotification } from '@baobab/contract/notifications/admin.ts'
import { notificationsAdminText } from '@baobab/contract/notifications/text.ts'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, makeStudent, unique, type MadeAdmin } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { waitFor } from '../../test/wait-for.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { contactMessages } from '../contact/tables.ts'
import { notificationMails, notifications } from '../notifications/tables.ts'

let [owner, support, auditor]: [MadeAdmin, MadeAdmin, MadeAdmin] = [] as never
const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
beforeAll(async () => {
  owner = await makeAdmin(t)
  support = await makeAnotherAdmin(t, owner, 'support')
  auditor = await makeAnotherAdmin(t, owner, 'auditor')
})

type Order = RequestOf<typeof contract.startBulkRun>['body']
const start = async (body: Order, admin = support) => (await t.as(admin.token)(contract.startBulkRun, { body })).run
const undo = async (runId: string) => (await t.as(support.token)(contract.undoBulkRun, { params: { runId } })).run
const reasonsOf = async (runId: string) =>
  (await t.as(support.token)(contract.readBulkRun, { params: { runId } })).reasons
const actionsOf = async (ids: readonly string[]) =>
  (
    await t.app.db
      .select()
      .from(auditLines)
      .where(inArray(auditLines.subject, [...ids]))
  ).map(({ action }) => action)

async function write(text: string): Promise<string> {
  const email = `${unique('m')}@home.example`
  await t.as()(sendMessage, { body: { firstName: 'Adaeze', lastName: 'Obi', email, message: text } })
  const [row] = await t.app.db.select().from(contactMessages).where(eq(contactMessages.email, email))
  return row?.id ?? ''
}
const writeTwo = async (text = 'Hello.') => [await write(text), await write(text)]
const listed = async (show: MessageFilter, admin = support) =>
  (await t.as(admin.token)(contact.listMessages, { query: { show, limit: 100 } })).messages.map(({ _id }) => _id)
const organize = (messageId: string, body: object) =>
  t.as(support.token)(contact.organizeMessage, { params: { messageId }, body })

describe('many messages', () => {
  it('are assigned at once, and undo restores each one’s assignee and reminder', async () => {
    const [mine = '', nobodys = ''] = await writeTwo()
    await organize(mine, { assignedTo: support.username, followUpOn: '2031-05-06' })
    const rows = () =>
      t.app.db
        .select({ id: contactMessages.id, assignedTo: contactMessages.assignedTo, on: contactMessages.followUpOn })
        .from(contactMessages)
        .where(inArray(contactMessages.id, [mine, nobodys]))
    const before = await rows()
    const run = await start({
      action: 'messages.organize',
      options: { assignedTo: owner.username },
      targets: { ids: [mine, nobodys] },
    })
    expect(run).toMatchObject({ state: 'done', done: 2, canUndo: true })
    expect(await listed('mine', owner)).toEqual(expect.arrayContaining([mine, nobodys]))
    expect(await actionsOf([nobodys])).toEqual(['message.organized'])
    expect(await undo(run._id)).toMatchObject({ done: 2 })
    expect((await rows()).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      before.toSorted((a, b) => a.id.localeCompare(b.id)),
    )
    const refused = await start({
      action: 'messages.organize',
      options: { assignedTo: auditor.username },
      targets: { ids: [mine] },
    })
    expect(refused).toMatchObject({ done: 0, skipped: 1 })
  })

  it('are opened again at once, and undo makes them waiting or closed again', async () => {
    const [waiting = '', closed = ''] = await writeTwo()
    const answerOne = (messageId: string, closes: boolean) => {
      const body = { answer: 'On Friday.', key: unique('key'), closes }
      return t.as(support.token)(contact.answerMessage, { params: { messageId }, body })
    }
    await answerOne(waiting, false)
    await answerOne(closed, true)
    const targets = { ids: [waiting, closed] }
    const run = await start({ action: 'messages.organize', options: { isClosed: false }, targets })
    expect(await listed('open')).toEqual(expect.arrayContaining([waiting, closed]))
    expect(await undo(run._id)).toMatchObject({ done: 2 })
    expect(await listed('waiting')).toContain(waiting)
    expect(await listed('closed')).toContain(closed)
    const { message } = await t.as(support.token)(contact.oneMessage, { params: { messageId: waiting } })
    expect(message.replies).toHaveLength(1)
  })

  it('are closed at once, and undo makes them open or waiting again', async () => {
    const [open = '', answered = ''] = await writeTwo()
    const params = { messageId: answered }
    await t.as(support.token)(contact.answerMessage, { params, body: { answer: 'On Friday.', key: unique('key') } })
    const run = await start({
      action: 'messages.organize',
      options: { isClosed: true },
      targets: { ids: [open, answered] },
    })
    expect(run).toMatchObject({ done: 2, skipped: 0 })
    expect(await listed('closed')).toEqual(expect.arrayContaining([open, answered]))
    expect(await undo(run._id)).toMatchObject({ done: 2 })
    expect(await listed('open')).toContain(open)
    expect(await listed('waiting')).toContain(answered)
  })

  it('whose visitor wrote after the list was loaded are neither closed nor marked as read', async () => {
    const word = unique('word')
    const [first = '', second = ''] = await writeTwo(`About ${word}.`)
    const filters = { show: 'open' as const, search: word.toUpperCase() }
    const { messages } = await t.as(support.token)(contact.listMessages, { query: { ...filters, limit: 100 } })
    const newest = messages[0]
    const seenUpTo = newest?.repliedAt ?? newest?.createdAt ?? ''
    const repliedAt = new Date(Date.parse(seenUpTo) + 1)
    await t.app.db.update(contactMessages).set({ repliedAt }).where(eq(contactMessages.id, first))
    const later = await write(`About ${word} too.`)
    for (const order of [
      { action: 'messages.mark' as const, options: { isRead: true, seenUpTo }, targets: { filters } },
      { action: 'messages.organize' as const, options: { isClosed: true, seenUpTo }, targets: { filters } },
      { action: 'messages.organize' as const, options: { isClosed: true, seenUpTo }, targets: { ids: [first, later] } },
    ]) {
      const run = await start(order)
      expect(run).toMatchObject({ done: 'filters' in order.targets ? 1 : 0, skipped: 2 })
      expect(await reasonsOf(run._id)).toMatchObject([{ count: 2, reason: contactAdminText.writtenSince }])
    }
    expect(await listed('closed')).toContain(second)
    expect(await listed('open')).toEqual(expect.arrayContaining([first, later]))
    expect(await listed('unread')).toEqual(expect.arrayContaining([first, later]))
  })

  it('are not restored by undo if they have been changed or answered since', async () => {
    const [changed = '', answered = ''] = await writeTwo()
    const untouched = await write('The third.')
    const ids = [changed, answered, untouched]
    const run = await start({ action: 'messages.organize', options: { assignedTo: owner.username }, targets: { ids } })
    const marked = await start({ action: 'messages.mark', options: { isRead: true }, targets: { ids } })
    await organize(changed, { followUpOn: '2099-01-01' })
    await t.as(support.token)(contact.markMessage, { params: { messageId: changed }, body: { isRead: false } })
    const params = { messageId: answered }
    await t.as(support.token)(contact.answerMessage, { params, body: { answer: 'On Friday.', key: unique('key') } })
    const undone = await undo(run._id)
    expect(undone).toMatchObject({ done: 1, skipped: 2 })
    expect(await reasonsOf(undone._id)).toMatchObject([{ count: 2, reason: bulkText.changedSince }])
    const rows = await t.app.db.select().from(contactMessages).where(inArray(contactMessages.id, ids))
    expect(rows.find(({ id }) => id === changed)).toMatchObject({ assignedTo: owner.id, followUpOn: '2099-01-01' })
    expect(rows.find(({ id }) => id === untouched)).toMatchObject({ assignedTo: null })
    expect(await undo(marked._id)).toMatchObject({ done: 2, skipped: 1 })
    expect(await listed('unread')).toEqual(expect.arrayContaining([changed, untouched]))
  })

  it('are marked as read by the list’s filters, and undo makes the same ones unread again', async () => {
    const word = unique('word')
    const [unread = '', read = ''] = await writeTwo(`About ${word}.`)
    const other = await write('About something else.')
    await t.as(support.token)(contact.markMessage, { params: { messageId: read }, body: { isRead: true } })
    const filters = { show: 'all' as const, search: word.toUpperCase() }
    const run = await start({ action: 'messages.mark', options: { isRead: true }, targets: { filters } })
    expect(run).toMatchObject({ total: 2, done: 2 })
    expect(await listed('unread')).not.toContain(unread)
    expect(await listed('unread')).toContain(other)
    await undo(run._id)
    expect(await listed('unread')).toContain(unread)
    expect(await listed('unread')).not.toContain(read)
  })

  it('that are "mine" belong to the caller', async () => {
    const [his = '', hers = ''] = await writeTwo()
    await organize(his, { assignedTo: owner.username })
    await organize(hers, { assignedTo: support.username })
    const options = { assignedTo: null }
    await start({ action: 'messages.organize', options, targets: { filters: { show: 'mine' } } })
    expect(await listed('mine')).toEqual([])
    expect(await listed('mine', owner)).toContain(his)
  })
})

describe('many notifications', () => {
  const form = { title: 'Exams', update: 'announcement', description: 'Good luck.', method: 'in-app+email' } as const
  const send = async (body: object = {}) => {
    const { username } = await makeStudent(t)
    const { notification } = await t.as(support.token)(sendNotification, { body: { ...form, username, ...body } })
    return notification._id
  }
  const publishAt = () => new Date(t.app.clock.now().getTime() + 3_600_000).toISOString()

  it('that are scheduled are canceled at once; a published one is skipped with a reason', async () => {
    const ids = [await send({ publishAt: publishAt() }), await send({ publishAt: publishAt() }), await send()]
    const run = await start({ action: 'notifications.cancel', options: {}, targets: { ids } })
    expect(run).toMatchObject({ done: 2, skipped: 1, canUndo: false })
    expect(await reasonsOf(run._id)).toMatchObject([{ count: 1, names: ['Exams'] }])
    const rows = await t.app.db.select().from(notifications).where(inArray(notifications.id, ids))
    expect(rows.filter(({ canceledAt }) => canceledAt)).toHaveLength(2)
    expect((await actionsOf(ids)).filter((action) => action === 'notification.canceled')).toHaveLength(2)
  })

  it('are selected by the list’s filters', async () => {
    const [scheduled, published] = [
      await send({ publishAt: publishAt(), update: 'quiz' }),
      await send({ update: 'quiz' }),
    ]
    const filters = { state: 'scheduled', from: 'admins', update: 'quiz' } as const
    const run = await start({ action: 'notifications.cancel', options: {}, targets: { filters } })
    expect(run).toMatchObject({ total: 1, done: 1 })
    const rows = await t.app.db.select().from(notifications).where(eq(notifications.id, scheduled))
    expect(rows[0]?.canceledAt).not.toBeNull()
    expect(published).not.toBe(scheduled)
  })

  it('have their failed emails sent again; one without any is skipped with a reason', async () => {
    const ids = [await send(), await send()]
    await waitFor(async () =>
      expect(await t.app.db.$count(notificationMails, inArray(notificationMails.notificationId, ids))).toBe(2),
    )
    const [failed = ''] = ids
    const failure = { failedAt: t.app.clock.now(), failure: 'No such mailbox.' }
    await t.app.db.update(notificationMails).set(failure).where(eq(notificationMails.notificationId, failed))
    const run = await start({ action: 'notifications.mail-again', options: {}, targets: { ids } })
    expect(run).toMatchObject({ done: 1, skipped: 1 })
    expect(await reasonsOf(run._id)).toMatchObject([{ reason: notificationsAdminText.noFailedMails }])
    await waitFor(async () => expect((await t.as(support.token)(listFailedMails, { query: {} })).total).toBe(0))
  })
})

it('only admins who may change one message or notification may change many', async () => {
  const [id = ''] = await writeTwo()
  const targets = { ids: [id] }
  const orders: Order[] = [
    { action: 'messages.mark', options: { isRead: true }, targets },
    { action: 'messages.organize', options: { isClosed: true }, targets },
    { action: 'notifications.cancel', options: {}, targets },
    { action: 'notifications.mail-again', options: {}, targets },
  ]
  const content = await makeAnotherAdmin(t, owner, 'content')
  for (const order of orders) expect(await refusal(start(order, content))).toMatchObject({ status: 403 })
})
