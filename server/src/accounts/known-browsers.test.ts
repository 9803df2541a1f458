// Tests whose device a browser is, and what a login records about other accounts' secrets that it sends.
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { makeAdmin, makeStudent, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { presentedBrowsers } from './erased-tables.ts'
import { logInStudent } from './log-in.ts'
import { knownBrowsers } from './tables.ts'
import { hashToken } from '../platform/security/tokens.ts'

let [first, second, third]: MadeStudent[] = []
const t = await openStillTestApp()
const admin = await makeAdmin(t)
beforeAll(async () => {
  ;[first, second, third] = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
})

/** Logs a student in with a browser that has these secrets, a second after the last login. */
async function logIn(student: MadeStudent | undefined, ...secrets: string[]): Promise<string> {
  t.app.clock.advance(1_000)
  const credentials = { email: student?.email ?? '', password: PASSWORD, device: secrets.join(' ') }
  return (await logInStudent(t.app, credentials, { address: '127.0.0.1', userAgent: 'test' })).device
}
async function readBrowser(secret: string) {
  const [row] = await t.app.db
    .select()
    .from(knownBrowsers)
    .where(eq(knownBrowsers.secretHash, hashToken(secret)))
  return { id: row?.id ?? '', deviceId: row?.deviceId }
}

it('a browser belongs to the device of its first student, even for a student who is known in another browser', async () => {
  const [mine, hers] = [await logIn(first), await logIn(second)]
  const { deviceId } = await readBrowser(mine)
  expect((await readBrowser(hers)).deviceId).not.toBe(deviceId)
  expect((await readBrowser(await logIn(third, hers, mine))).deviceId).toBe(deviceId)
  expect(await logIn(second, hers, mine)).toBe(hers)
  expect((await readBrowser(hers)).deviceId).toBe(deviceId)
})

it('a student does not get the device of an admin who used the browser before', async () => {
  const secret = await logIn(first)
  const { id, deviceId } = await readBrowser(secret)
  await t.app.db.update(knownBrowsers).set({ studentId: null, adminId: admin.id }).where(eq(knownBrowsers.id, id))
  expect((await readBrowser(await logIn(second, secret))).deviceId).not.toBe(deviceId)
})

it('a login records the other accounts’ browsers whose secrets it sends, and when it last did', async () => {
  const [mine, hers] = [await logIn(first), await logIn(second)]
  const [own, others] = [await readBrowser(mine), await readBrowser(hers)]
  const readNotes = () =>
    t.app.db
      .select()
      .from(presentedBrowsers)
      .where(inArray(presentedBrowsers.browserId, [own.id, others.id]))
  for (let n = 0; n < 2; n += 1) {
    await logIn(first, mine, hers)
    expect(await readNotes()).toEqual([{ browserId: own.id, presentedId: others.id, at: t.app.clock.now() }])
  }
})
