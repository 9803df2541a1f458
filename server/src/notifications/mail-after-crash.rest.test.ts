// Kills a server while it is mailing a notification to many students: another server continues, and no student gets the mail
// twice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openSandbox } from '@baobab/sandbox/sandbox.ts'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { makeStudent } from '../../test/factories.ts'
import { openMailer } from '../platform/mailer.ts'
import { mailChunk } from './mail-notifications.ts'
import { readLinkedVideos } from '../videos/queries.ts'
import { notificationMails, notifications } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

const STUDENTS = 400
/** Mails that may be in flight when the server is killed: one per connection. */
const IN_FLIGHT = 3

let t: TestApp
let sandbox: Awaited<ReturnType<typeof openSandbox>>
const mailbox = Fastify()
beforeAll(async () => {
  t = await startTestApp()
  sandbox = await openSandbox({
    dataDir: join(t.app.config.dataDir, 'mailbox'),
    publicUrl: t.app.config.publicUrl,
  })
  await mailbox.register(sandbox.plugin)
})
afterAll(async () => {
  await mailbox.close()
  await sandbox.close()
  await t.close()
})

/** Inserts copies of one student with different email addresses. */
async function insertStudents(): Promise<void> {
  const { id } = await makeStudent(t)
  await t.app.db.execute(sql`
    insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
      verified_at, created_at)
    select 'many' || n, 'many' || n, 'many' || n || '@school.example', 'many' || n || '@school.example', number,
      password_hash, birth, gender, address, verified_at, created_at
    from students, generate_series(2, ${STUDENTS}::integer) as n where id = ${id}::uuid`)
}

async function publishToAll(): Promise<string> {
  const now = t.app.clock.now()
  const [row] = await t.app.db
    .insert(notifications)
    .values({
      audience: 'all',
      title: 'To all of us',
      description: 'Text.',
      type: 'announcement',
      method: 'in-app+email',
      createdAt: now,
      publishAt: now,
      publishedAt: now,
    })
    .returning()
  return row?.id ?? ''
}

const countMails = async () => (await t.app.db.select().from(notificationMails)).length

it('mails every student once, except those whose mail was in flight', async () => {
  await insertStudents()
  const notificationId = await publishToAll()
  const script = join(import.meta.dirname, '../../test/mail-until-killed.ts')
  const args = [script, t.databaseUrl, join(t.app.config.dataDir, 'second'), sandbox.smtpUrl, notificationId]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  await waitFor(async () => expect(await countMails()).toBeGreaterThan(STUDENTS / 10))
  child.kill('SIGKILL')
  await exited
  const before = await countMails()
  expect(before).toBeLessThan(STUDENTS)

  const mailer = openMailer({
    smtpUrl: sandbox.smtpUrl,
    requiresStartTls: false,
    from: 'Baobab <hello@baobab.example>',
  })
  await mailChunk({ ...t.app, mailer }, readLinkedVideos, {
    noticeId: notificationId,
    after: null,
    upTo: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  })
  mailer.close()
  const reply = await mailbox.inject('/sandbox/mailbox/messages')
  const addresses = reply.json<{ to: string }[]>().map(({ to }) => to)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.length).toBeGreaterThanOrEqual(STUDENTS - IN_FLIGHT)
  expect(await countMails()).toBe(STUDENTS)
})
