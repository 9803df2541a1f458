// Runs after all other browser tests, on what their servers have logged.
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { queryDatabase } from './product.ts'
import { findLeaks, noteStoredValues } from './run-logs.ts'

const folder = process.env['RUN_LOGS'] ?? ''

test("C-01 R-20 the logs of the whole run contain nobody's name, email, phone, address, password or token", async ({
  productUrl: url,
}) => {
  // A server writes its log once a second, so this request's line is the last one.
  const requestId = (await fetch(`${url}/healthz`)).headers.get('x-request-id') ?? ''
  const log = join(folder, `server-${new URL(url).port}.log`)
  await expect.poll(() => readFileSync(log, 'utf8').includes(requestId)).toBe(true)
  const dataDir = process.env['PRODUCT_DATA'] ?? ''
  await noteStoredValues(url, (statement) => queryDatabase({ dataDir }, statement))
  const { leaks, lineCount, valueCount } = findLeaks(folder)
  expect(lineCount).toBeGreaterThan(0)
  expect(valueCount).toBeGreaterThan(0)
  expect(leaks.slice(0, 20)).toEqual([])
})

test('C-01 a line with any of these would be found', () => {
  const own = mkdtempSync(join(tmpdir(), 'baobab-logs-'))
  const values = { username: 'adeola.obi', address: '12 Marina Road, Abuja', code: '123456', school: 'Unity' }
  const noted = [{ ...values, guardian: null }, { address: 'Lagos' }]
  appendFileSync(join(own, 'values-1.jsonl'), noted.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const harmless = {
    msg: "select now() at time zone 'Africa/Lagos'",
    level: 30,
    pid: 123456,
    ms: 123456,
    route: '/student/:username',
    requestId: crypto.randomUUID(),
  }
  const token = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37) % 256)).toString('base64url')
  const leaking = [
    'Adeola.Obi',
    'at 12 marina road, abuja.',
    'in Lagos',
    'code 123456',
    'Unity',
    'Mango7tree!',
    '+2348012345678',
  ]
  const lines = [...leaking, 'of ada@school.example', `Bearer ${token}`].map((msg) => ({ ...harmless, msg }))
  const printed = ['  Admin  adeola.obi', ...[harmless, ...lines, harmless].map((line) => JSON.stringify(line))]
  appendFileSync(join(own, 'server-1.log'), printed.join('\n'))
  const { leaks } = findLeaks(own)
  rmSync(own, { recursive: true })
  expect(leaks.map(({ kind }) => kind)).toEqual([
    'username',
    'address',
    'address',
    'code',
    'school',
    'password',
    'a phone number',
    'an email address',
    'a token',
  ])
  expect(leaks.map(({ place }) => place)).toEqual(leaks.map((_, index) => `server-1.log:${index + 3}`))
  expect(readdirSync(folder).some((name) => name.startsWith('values-'))).toBe(true)
})
