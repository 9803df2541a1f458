// The readers and mails of a notification to millions are estimated, because counting them takes longer than a request is
// allowed to.
import { COUNTED_EXACTLY } from '@baobab/contract/notifications/text.ts'
import { expect, it } from 'vitest'
import { makeAdmin } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { notificationCalls } from '../../../test/notifications.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const calls = notificationCalls(t, () => admin.token)

/** Fills a table for nonexistent students. Their ids are spread like random ones, and the same in each run. */
async function fill(statement: string, values: unknown[]): Promise<void> {
  const client = await t.owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(statement, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}

const read = (id: string, from: number, to: number) =>
  fill(
    `insert into notice_reads (notice_id, student_id, read_at)
     select $1, md5(n::text)::uuid, now() from generate_series($2::integer, $3) as n`,
    [id, from, to],
  )

const countsOf = async (id: string) =>
  (await calls.listAll()).allNotifications.flatMap(({ notifications }) => notifications).find(({ _id }) => _id === id)

it('counts readers up to a certain number, and estimates beyond it', async () => {
  const { notification } = await calls.sendToAll()
  await read(notification._id, 1, COUNTED_EXACTLY)
  expect(await countsOf(notification._id)).toMatchObject({ read: COUNTED_EXACTLY })
  await read(notification._id, COUNTED_EXACTLY + 1, 4 * COUNTED_EXACTLY)
  const { read: estimate } = (await countsOf(notification._id)) ?? { read: 0 }
  expect(estimate).not.toBe(4 * COUNTED_EXACTLY)
  expect(Math.abs(estimate / COUNTED_EXACTLY - 4)).toBeLessThan(0.4)
})

it('estimates sent mails, and counts failed ones', async () => {
  const { notification } = await calls.sendToAll()
  await fill(
    `insert into notice_mails (notice_id, student_id, at, failed_at)
     select $1, md5(n::text)::uuid, now(), case when n % 1000 = 0 then now() end from generate_series(1, $2::integer) as n`,
    [notification._id, 3 * COUNTED_EXACTLY],
  )
  const { mailed, mailsFailed } = (await countsOf(notification._id)) ?? { mailed: 0, mailsFailed: 0 }
  expect(mailsFailed).toBe(30)
  expect(Math.abs(mailed / COUNTED_EXACTLY - 2.997)).toBeLessThan(0.4)
})

it('overestimates mails by at most one part of the ids while they are being sent', async () => {
  const { notification } = await calls.sendToAll()
  // The ids whose first byte is 0 to 83: ten and a half parts of eight bytes each.
  await fill(
    `insert into notice_mails (notice_id, student_id, at)
     select $1, (lpad(to_hex(n % 84), 2, '0') || substr(md5(n::text), 3))::uuid, now() from generate_series(1, $2::integer) as n`,
    [notification._id, 3 * COUNTED_EXACTLY],
  )
  const { mailed } = (await countsOf(notification._id)) ?? { mailed: 0 }
  const [noise, part] = [0.1, 8 / 84]
  expect(mailed / COUNTED_EXACTLY).toBeGreaterThan(3 * (1 - noise))
  expect(mailed / COUNTED_EXACTLY).toBeLessThan(3 * (1 + part + noise))
})

it('says that no mail was sent if all have failed', async () => {
  const { notification } = await calls.sendToAll()
  await fill(
    `insert into notice_mails (notice_id, student_id, at, failed_at)
     select $1, md5(n::text)::uuid, now(), now() from generate_series(1, $2::integer) as n`,
    [notification._id, 3 * COUNTED_EXACTLY],
  )
  const { mailed, mailsFailed } = (await countsOf(notification._id)) ?? { mailed: -1, mailsFailed: 0 }
  expect(mailed).toBe(0)
  expect(mailsFailed).toBeGreaterThan(2.6 * COUNTED_EXACTLY)
})
