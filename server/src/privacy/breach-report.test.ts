import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sendMessage, oneMessage } from '@baobab/contract/contact/endpoints.ts'
import { mergeStudents } from '@baobab/contract/duplicates/endpoints.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { linkToExport, listExports, startExport } from '@baobab/contract/exports/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { readPaymentHistory } from '@baobab/contract/payments/admin.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { expect, it } from 'vitest'
import {
  makeAdmin,
  makeAnotherAdmin,
  makePayment,
  makeStudent,
  PASSWORD,
  type MadeAdmin,
} from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { makePhoneStudent } from '../../test/without-email.ts'
import { waitFor } from '../../test/wait-for.ts'
import { contactMessages } from '../contact/tables.ts'
import { parseCsv } from '../platform/files/csv.ts'
import { personalReads, writeBreachReport } from './breach-report.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MINUTE_MS = 60_000

const t = await openTestApp()
const admin = await makeAdmin(t)
const thief = await makeAnotherAdmin(t, admin)

/** Returns a time after everything so far, from which the report starts. */
function nextMinute(): Date {
  t.app.clock.advance(MINUTE_MS)
  return t.app.clock.now()
}

/** Returns a report's rows: who is affected, how, and by what. */
async function report(period: { since: Date; until?: Date; admin?: string }) {
  const until = new Date(t.app.clock.now().getTime() + 1)
  let csv = ''
  for await (const part of writeBreachReport(t.app.db, { until, ...period })) csv += part
  return parseCsv(csv)
}

const readProfile = ({ token }: MadeAdmin, { username }: { username: string }) =>
  t.as(token)(readStudentProfile, { params: { username } })

it('C-11 shows the proved number of a student without an email', async () => {
  const student = await makePhoneStudent(t)
  const since = nextMinute()
  await readProfile(thief, student)
  expect(await report({ since })).toMatchObject([{ Id: student.id, Email: '', Phone: `'${student.number}` }])
})

it('C-11 lists whose data was read since a given time: what, when, how often and by whom', async () => {
  const [ada, bola, unread] = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
  await readProfile(thief, unread)
  const since = nextMinute()
  await readProfile(thief, ada)
  await t.as(thief.token)(studentDetails, { params: { username: ada.username } })
  await readProfile(admin, ada)
  const { reference } = await makePayment(t, { studentId: bola.id, kinds: ['succeeded'] })
  await t.as(thief.token)(readPaymentHistory, { params: { reference } })
  const sender = { firstName: 'Halima', lastName: 'Bello', email: 'halima@home.example', message: 'Please help me.' }
  await t.as()(sendMessage, { body: sender })
  const [message] = await t.app.db.select().from(contactMessages)
  await t.as(thief.token)(oneMessage, { params: { messageId: message?.id ?? '' } })
  const rows = await report({ since })
  expect(rows).toMatchObject([
    {
      Affected: 'read',
      Id: ada.id,
      Name: ada.username,
      Email: ada.email,
      Phone: "'+2348012345678",
      What: "Viewed a student's page; Viewed a student's profile",
      Times: '3',
      Admins: [admin.username, thief.username].toSorted().join(', '),
    },
    { Id: bola.id, Name: bola.username, What: "Viewed a payment's history", Times: '1', Admins: thief.username },
    { Id: message?.id, Name: 'Halima Bello', Email: sender.email, What: 'Read a contact message' },
  ])
  const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Africa/Lagos' })
  const firstTime = rows[0]?.['First (Lagos)'] ?? ''
  expect(firstTime >= time.format(since) && firstTime <= time.format(t.app.clock.now())).toBe(true)
  expect((await report({ since, admin: admin.username.toUpperCase() })).map(({ Id }) => Id)).toEqual([ada.id])
  expect(await report({ since: nextMinute() })).toEqual([])
  expect(await report({ since, until: since })).toEqual([])
})

it('C-11 lists a student whose page was opened again too soon for another line', async () => {
  const [ada, earlier] = [await makeStudent(t), await makeStudent(t)]
  const open = ({ username }: { username: string }) => t.as(thief.token)(studentDetails, { params: { username } })
  await open(earlier)
  t.app.clock.advance(MINUTE_MS - 10_000)
  await open(ada)
  t.app.clock.advance(10_000)
  const since = t.app.clock.now()
  await open(ada)
  expect((await report({ since })).map(({ Id, Times }) => [Id, Times])).toEqual([[ada.id, '1']])
})

it('C-11 lists those whose data was read, and everyone who may be in a file created or opened since then', async () => {
  const start = (order: RequestOf<typeof startExport>['body']) => t.as(thief.token)(startExport, { body: order })
  const [ada, payer] = [await makeStudent(t), await makeStudent(t)]
  await makePayment(t, { studentId: payer.id, kinds: ['succeeded'] })
  await start({ what: 'payments', format: 'csv', filters: {} })
  const { export: made } = await waitFor(async () => {
    const found = (await t.as(thief.token)(listExports, {})).exports[0]
    if (found?.state !== 'ready') throw new Error('The file is not made yet.')
    return { export: found }
  })
  const since = nextMinute()
  const later = await makeStudent(t)
  await t.as(thief.token)(linkToExport, { params: { exportId: made._id } })
  await readProfile(thief, payer)
  const rows = await report({ since })
  expect(rows.map(({ Affected, Id }) => [Affected, Id])).toContainEqual(['read', payer.id])
  expect(rows.filter(({ Id }) => Id === payer.id)).toHaveLength(1)
  expect(rows.map(({ Id }) => Id)).not.toContain(ada.id)
  await start({ what: 'students', format: 'csv', filters: { filter: 'all' } })
  const all = await report({ since })
  const maybe = all.filter(({ Affected }) => Affected === 'maybe')
  expect(maybe.map(({ Id }) => Id)).toEqual(expect.arrayContaining([ada.id, later.id]))
  expect(maybe[0]?.['What']).toBe('file of payments; file of students, filter: all')
  t.app.clock.advance(MINUTE_MS)
  const newest = await makeStudent(t)
  expect((await report({ since })).map(({ Id }) => Id)).not.toContain(newest.id)
})

it('C-11 names the remaining account if one was merged after it was read', async () => {
  const since = nextMinute()
  const [merged, kept] = [await makeStudent(t), await makeStudent(t)]
  await readProfile(thief, merged)
  const body = { into: kept.username, reason: 'Both are hers.' }
  await t.as(admin.token)(mergeStudents, { params: { username: merged.username }, body })
  const rows = await report({ since, admin: thief.username })
  expect(rows).toMatchObject([{ Affected: 'read', Id: kept.id, Name: kept.username, Email: kept.email }])
})

it('C-11 counts an erased account without naming it', async () => {
  const since = nextMinute()
  const { id, username, token } = await makeStudent(t)
  await readProfile(thief, { username })
  await t.as(token)(eraseAccount, { body: { password: PASSWORD } })
  expect(await report({ since })).toMatchObject([{ Id: id, Name: '(account erased)', Email: '', Phone: '' }])
})

it('C-11 covers every action that the server logs as a read', () => {
  const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const written = sources.flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/audit(?:Page)?Read\(app, \{[^}]*action: '([\w.]+)'/g)].map(
      ([, action = '']) => action,
    ),
  )
  expect(written.length).toBeGreaterThan(7)
  expect(personalReads).toEqual(expect.arrayContaining(written))
})

it('C-11 is a separate command that says what it needs', async () => {
  const run = async (...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: t.databaseUrl, PUBLIC_URL: 'http://localhost:3000', NODE_ENV: '' }
    const child = spawn(process.execPath, ['src/breach-report.ts', ...args], { cwd: root, env })
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { out, errors, code }
  }
  const ada = await makeStudent(t)
  await readProfile(thief, ada)
  const [all, backwards, none, mistyped] = await Promise.all([
    run('--since', '2026-01-01', '--until', '2099-01-01T00:00Z'),
    run('--since', '2026-01-02', '--until', '2026-01-01'),
    run(),
    run('--since', '2026-01-01', '--admin', 'nobody.here'),
  ])
  expect(all).toMatchObject({ code: 0, errors: '' })
  expect(parseCsv(all.out).map(({ Id }) => Id)).toContain(ada.id)
  expect(backwards).toMatchObject({ out: '', code: 64, errors: '--until has to be later than --since.\n' })
  expect(none).toMatchObject({ out: '', code: 64, errors: expect.stringContaining('--since is needed') })
  expect(mistyped).toMatchObject({ out: '', code: 64, errors: 'There is no admin "nobody.here".\n' })
})
