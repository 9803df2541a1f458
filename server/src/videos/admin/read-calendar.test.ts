// Tests that the calendar shows what was and will be published, each kind only to those who may list it.
import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import * as contract from '@baobab/contract/videos/calendar.ts'
import { beforeAll, expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, makeStudent, makeVideo, type MadeAdmin } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { notifications } from '../../notifications/tables.ts'

const NOW = new Date('2026-06-14T12:00:00Z')
const t = await openTestApp()
const owner = await makeAdmin(t)
const admins: Partial<Record<AdminRole, MadeAdmin>> = { owner }

beforeAll(async () => {
  for (const role of ['content', 'support', 'finance', 'auditor'] as const)
    admins[role] = await makeAnotherAdmin(t, owner, role)
  t.app.clock.set(NOW)
  await t.app.db.execute("update sessions set expires_at = '2100-01-01'")
  await makeVideo(t, { title: 'added', createdAt: new Date('2026-05-02T08:00:00Z') })
  await makeVideo(t, { title: 'appeared', publishAt: new Date('2026-05-31T22:30:00Z') })
  await makeVideo(t, { title: 'too late', publishAt: new Date('2026-05-31T23:00:00Z') })
  await makeVideo(t, { title: 'planned', publishAt: new Date('2026-08-03T08:00:00Z') })
  await makeVideo(t, { title: 'a draft', isDraft: true })
  await makeVideo(t, { title: 'deleted', createdAt: new Date('2026-05-03T08:00:00Z'), deletedAt: NOW })
  await notify('sent', { publishAt: new Date('2026-05-05T08:00:00Z'), isSent: true })
  await notify('planned too', { publishAt: new Date('2026-08-02T08:00:00Z') })
  await notify('canceled', { publishAt: new Date('2026-05-06T08:00:00Z'), canceledAt: NOW })
  const { id: studentId } = await makeStudent(t)
  await notify('to one', { publishAt: new Date('2026-05-06T08:00:00Z'), isSent: true, audience: 'student', studentId })
})

type Values = Partial<typeof notifications.$inferInsert> & { publishAt: Date; isSent?: boolean }

/** Stores a notification to all students. */
async function notify(title: string, { isSent = false, ...values }: Values): Promise<void> {
  const publishedAt = isSent ? values.publishAt : null
  await t.app.db.insert(notifications).values({
    title,
    description: 'Text.',
    type: 'announcement',
    method: 'in-app',
    audience: 'all',
    createdAt: NOW,
    publishedAt,
    ...values,
  })
}

const read = (role: AdminRole, month: string) => t.as(admins[role]?.token)(contract.readCalendar, { query: { month } })
const list = async (role: AdminRole, month: string) =>
  (await read(role, month)).entries.map(({ title, kind, state }) => `${title}: ${kind}, ${state}`)

it('shows a past month with the videos and notifications to many that were published in its weeks in Lagos', async () => {
  expect(await list('owner', '2026-05')).toEqual([
    'added: video, published',
    'sent: notification, published',
    'appeared: video, published',
  ])
})

it('shows a coming month with what is scheduled', async () => {
  expect(await list('owner', '2026-08')).toEqual(['planned too: notification, scheduled', 'planned: video, scheduled'])
})

it('shows each role what it may list elsewhere, and is closed to others', async () => {
  const isAboutVideos = (line: string) => line.includes(': video')
  const [all, drafts] = [await list('owner', '2026-05'), (await read('owner', '2026-05')).drafts]
  expect(drafts).toMatchObject([{ title: 'a draft' }])
  expect(await list('auditor', '2026-05')).toEqual(all)
  expect(await list('content', '2026-05')).toEqual(all.filter(isAboutVideos))
  expect((await read('content', '2026-05')).drafts).toEqual(drafts)
  expect(await list('support', '2026-05')).toEqual(all.filter((line) => !isAboutVideos(line)))
  expect((await read('support', '2026-05')).drafts).toBeNull()
  expect((await refusal(read('finance', '2026-05'))).status).toBe(403)
})

it('says when a month has more notifications than it shows', async () => {
  const at = new Date('2026-03-10T08:00:00Z')
  for (let n = 0; n < contract.CALENDAR_MAX; n += 1) await notify(`news ${n}`, { publishAt: at, isSent: true })
  expect(await read('support', '2026-03')).toMatchObject({ hasMore: false })
  await notify('one more', { publishAt: at, isSent: true })
  const { entries, hasMore } = await read('support', '2026-03')
  expect([entries.length, hasMore]).toEqual([contract.CALENDAR_MAX, true])
})
