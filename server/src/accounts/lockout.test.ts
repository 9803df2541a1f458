// Tests that strangers' failed logins do not lock out an account's owner, and that guessers gain nothing from this.
import * as admins from '@baobab/contract/accounts/admin.ts'
import * as sessionCalls from '@baobab/contract/accounts/sessions.ts'
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD, makeAdmin, makeStudent, PASSWORD, registration, unique } from '../../test/factories.ts'
import { startTestApp, type TestApp, openStillTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { exportData } from '../privacy/export-data.ts'
import { hashToken } from '../platform/security/tokens.ts'
import { knownBrowsers, sessions, students } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

const WRONG = 'Wrong7pass'
const NEW_PASSWORD = 'Guava9seed'
const RESET_MAIL = 'Choose a new Baobab password'

const t = await openStillTestApp()
const admin: { email: string; token: string } = await makeAdmin(t)

let addresses = 0
/** Returns a network address that no other test has used. */
function newAddress(): string {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

type Login = { email: string; password?: string; device?: string; address?: string }

function logIn({ address = newAddress(), ...body }: Login, app = t) {
  return app.as(undefined, address)(contract.logInStudent, { body: { password: PASSWORD, ...body } })
}
function logInAsAdmin({ address = newAddress(), ...body }: Login) {
  return t.as(undefined, address)(admins.logInAdmin, { body: { password: ADMIN_PASSWORD, ...body } })
}

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    async (error: unknown) => (await refusal(Promise.reject(error))).status,
  )

/** Returns the statuses of many calls, ten at a time. */
async function statusesOf(count: number, call: () => Promise<unknown>): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < count) {
    const batch = Array.from({ length: Math.min(10, count - statuses.length) }, () => statusOf(call()))
    statuses.push(...(await Promise.all(batch)))
  }
  return statuses
}

/** Fails this many times, waiting 1, 2, 4 seconds and so on from the fifth failure on. */
async function failTimes(times: number, attempt: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    if (at >= 5) t.app.clock.advance(1_000 * 2 ** (at - 5))
    expect(await statusOf(attempt())).toBe(401)
  }
}

/** Returns an address from which unknown browsers have to wait before they can log in to an account. */
async function exhaustAddress(email: string): Promise<string> {
  const address = newAddress()
  const attempt = () => logIn({ email, password: WRONG, address })
  // The next wait, 64 s, is longer than a slow test.
  await failTimes(11, attempt)
  expect(await statusOf(attempt())).toBe(429)
  return address
}

/** Fills a known browser's counter until its next wait, 512 s, outlasts that of an exhausted address. */
async function exhaustBrowser(email: string, device: string): Promise<void> {
  await failTimes(14, () => logIn({ email, password: WRONG, device }))
}

/** Starts calls while a student's row is locked, and unlocks it once this many of them are waiting for it. */
async function whileLocked<T>(studentId: string, count: number, start: () => Promise<T>): Promise<T> {
  let calls: Promise<T> | undefined
  await t.app.db.transaction(async (tx) => {
    await tx.select().from(students).where(eq(students.id, studentId)).for('update')
    calls = start()
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await waitFor(async () => expect((await t.app.db.execute(waiting)).rows).toHaveLength(count))
  })
  if (!calls) throw new Error('no calls were started')
  return calls
}

/** Whether a browser is still known: it can log in where unknown browsers have to wait. */
async function isKnown(email: string, device: string): Promise<boolean> {
  const address = await exhaustAddress(email)
  const status = await statusOf(logIn({ email, device, address }))
  expect([200, 429]).toContain(status)
  return status === 200
}

async function requestReset(email: string, device?: string, count = 1): Promise<string> {
  await t.as()(contract.forgotPassword, { body: { email, ...(device ? { device } : {}) } })
  const [mail] = await t.mails(email, RESET_MAIL, count)
  return new URL(/https?:\/\/\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
}

describe('while a stranger keeps failing from new addresses, 150 times so far, an owner', () => {
  it.each([
    ['student', logIn, async () => (await makeStudent(t)).email],
    ['admin', logInAsAdmin, async () => admin.email],
  ])('(%s) logs in at once in a browser used to log in before', async (_kind, enter, makeOwner) => {
    const email = await makeOwner()
    const { device } = await enter({ email })
    expect(device).toMatch(/^[\w-]{43}$/)
    const guess = () => enter({ email, password: WRONG })
    const guesses = await statusesOf(150, guess)
    expect(guesses.filter((status) => status === 429).length).toBeGreaterThan(30)
    expect(await statusOf(enter({ email }))).toBe(429)
    for (let second = 0; second < 3; second += 1) {
      t.app.clock.advance(1_000)
      await statusOf(guess())
      const again = await enter({ email, device })
      expect(again.device).toBe(device)
    }
    // The owner's logins give the stranger no new tries.
    expect(await statusOf(guess())).toBe(429)
  })

  it('logs in at once in the browser that has just used a reset link', async () => {
    const { email } = await makeStudent(t)
    const guess = () => logIn({ email, password: WRONG })
    await statusesOf(101, guess)
    expect(await statusOf(logIn({ email }))).toBe(429)
    const token = await requestReset(email)
    const address = newAddress()
    const body = { token, email, newPassword: NEW_PASSWORD }
    const { device = '' } = await t.as(undefined, address)(contract.resetPassword, { body })
    // The guesses so far were of the old password, so other browsers are no longer refused because of them.
    expect(await statusOf(guess())).toBe(401)
    await statusesOf(101, guess)
    expect(await statusOf(logIn({ email, password: NEW_PASSWORD }))).toBe(429)
    expect(await statusOf(logIn({ email, password: NEW_PASSWORD, device }))).toBe(200)
  })

  it('R-10 is not slowed down by the tries that were refused while the account was blocked', async () => {
    const { email } = await makeStudent(t)
    await statusesOf(100, () => logIn({ email, password: WRONG }))
    const address = newAddress()
    // If they counted, there would be a wait of 128 seconds after them.
    for (let tries = 0; tries < 12; tries += 1) {
      t.app.clock.advance(16 * 60_000)
      expect(await statusOf(logIn({ email, password: WRONG }))).toBe(401)
      expect(await statusOf(logIn({ email, address }))).toBe(429)
    }
    t.app.clock.advance(61_000)
    expect(await statusOf(logIn({ email, address }))).toBe(200)
  })
})

describe('a password reset', () => {
  it('ends the waits of the browser and address that used the link, even if the browser stores no secret', async () => {
    const { email } = await makeStudent(t)
    const { device } = await logIn({ email })
    await exhaustBrowser(email, device)
    const address = await exhaustAddress(email)
    expect(await statusOf(logIn({ email, device, address }))).toBe(429)
    const token = await requestReset(email)
    const body = { token, email, newPassword: NEW_PASSWORD, device }
    expect((await t.as(undefined, address)(contract.resetPassword, { body })).device).toBe(device)
    expect(await statusOf(logIn({ email, password: NEW_PASSWORD, address }))).toBe(200)
    expect(await statusOf(logIn({ email, password: NEW_PASSWORD, device }))).toBe(200)
  })

  it('gives admins a browser secret too', async () => {
    const { email } = admin
    await t.as()(admins.forgotAdminPassword, { body: { email } })
    const [mail] = await t.mails(email, RESET_MAIL)
    const link = new URL(/https?:\/\/\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    const token = link.searchParams.get('token') ?? ''
    const { device = '' } = await t.as()(admins.resetAdminPassword, {
      body: { email, token, newPassword: ADMIN_PASSWORD },
    })
    expect((await logInAsAdmin({ email, device })).device).toBe(device)
  })
})

describe('mails with a reset link', () => {
  it('R-32 reach the owner in a known browser after strangers have used up the hourly limit, five for each browser', async () => {
    const { email } = await makeStudent(t)
    const { device } = await logIn({ email })
    for (let i = 0; i < 7; i += 1) await t.as()(contract.forgotPassword, { body: { email } })
    for (let i = 0; i < 7; i += 1) await t.as()(contract.forgotPassword, { body: { email, device } })
    // Mails are sent in order, so an eleventh mail would arrive before this one.
    await t.as()(contract.registerStudent, { body: registration({ email }) })
    await t.mails(email, 'You already have a Baobab account')
    expect(await t.mails(email, RESET_MAIL, 10)).toHaveLength(10)
  })

  it('count as from any other browser once a known browser has used up its own five', async () => {
    const { email } = await makeStudent(t)
    const { device } = await logIn({ email })
    for (let i = 0; i < 6; i += 1) await t.as()(contract.forgotPassword, { body: { email, device } })
    expect(await t.mails(email, RESET_MAIL, 6)).toHaveLength(6)
  })

  it('are not counted separately for another account’s secret', async () => {
    const [owner, other] = [await makeStudent(t), await makeStudent(t)]
    const { device } = await logIn({ email: other.email })
    for (let i = 0; i < 7; i += 1) await t.as()(contract.forgotPassword, { body: { email: owner.email, device } })
    await t.as()(contract.forgotPassword, { body: { email: owner.email } })
    await t.as()(contract.registerStudent, { body: registration({ email: owner.email }) })
    await t.mails(owner.email, 'You already have a Baobab account')
    expect(await t.mails(owner.email, RESET_MAIL, 5)).toHaveLength(5)
  })
})

describe("behind a school's address", () => {
  let school: TestApp
  beforeAll(async () => {
    school = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
  })
  afterAll(() => school.close())

  it('R-11 failures on other accounts do not slow a student down', async () => {
    const pupil = await makeStudent(school)
    const address = newAddress()
    for (let i = 0; i < 9; i += 1) {
      const email = `${unique('o')}@school.example`
      await statusesOf(10, () => logIn({ email, password: WRONG, address }, school))
    }
    expect(await statusOf(logIn({ email: pupil.email, address }, school))).toBe(200)
  })

  it('R-11 after a hundred failures in a minute, unknown browsers are refused but known ones, whose failures do not count, are not', async () => {
    const pupil = await makeStudent(school)
    const address = newAddress()
    const { device } = await logIn({ email: pupil.email, address }, school)
    const fail = () => logIn({ email: `${unique('o')}@school.example`, password: WRONG, address }, school)
    for (let i = 0; i < 3; i += 1)
      expect(await statusOf(logIn({ email: pupil.email, password: WRONG, address, device }, school))).toBe(401)
    expect(await statusesOf(100, fail)).toEqual(Array<number>(100).fill(401))
    expect(await statusOf(fail())).toBe(429)
    expect(await statusOf(logIn({ email: pupil.email, address }, school))).toBe(429)
    expect(await statusOf(logIn({ email: pupil.email, address, device }, school))).toBe(200)
    // A success does not end the address's wait.
    expect(await statusOf(fail())).toBe(429)
  })
})

describe('the secret of a known browser', () => {
  it('R-10 gives a thief, on top of a stranger’s tries, five tries and then waits of 1, 2, 4 seconds, even in parallel', async () => {
    const { email } = await makeStudent(t)
    const { device } = await logIn({ email })
    await exhaustBrowser(email, device)
    const address = await exhaustAddress(email)
    const guess = () => logIn({ email, password: WRONG, device, address })
    expect(await statusOf(guess())).toBe(429)
    // First the address's wait ends, then the browser's.
    for (const waitMs of [64_000, 1_000_000]) {
      t.app.clock.advance(waitMs)
      const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(guess())))
      expect(statuses.filter((status) => status === 401)).toHaveLength(waitMs === 64_000 ? 1 : 2)
    }
    // A login in another browser does not end these waits, nor those of strangers at the address.
    expect(await statusOf(logIn({ email }))).toBe(200)
    expect(await statusOf(guess())).toBe(429)
  })

  it('whose tries others in the same browser have used up leaves the owner the tries of an unknown browser', async () => {
    const { email } = await makeStudent(t)
    const { device } = await logIn({ email })
    await exhaustBrowser(email, device)
    expect(await statusOf(logIn({ email, device }))).toBe(200)
    // The owner's login also ends the browser's wait.
    expect(await isKnown(email, device)).toBe(true)
  })

  it('is stored as a hash, and opens nothing', async () => {
    const { id, email } = await makeStudent(t)
    const { device } = await logIn({ email })
    const rows = await t.app.db.select().from(knownBrowsers).where(eq(knownBrowsers.studentId, id))
    expect(rows.map(({ secretHash }) => secretHash)).toContain(hashToken(device))
    expect(JSON.stringify(rows)).not.toContain(device)
    expect(JSON.stringify(await exportData(t.app, id))).not.toContain(hashToken(device))
    expect(await statusOf(t.as(device)(sessionCalls.listSessions, {}))).toBe(401)
    expect(await statusOf(logIn({ email, password: WRONG, device }))).toBe(401)
  })

  it('is worthless for another account, which gets its own in the same browser', async () => {
    const [owner, sister] = [await makeStudent(t), await makeStudent(t)]
    const { device } = await logIn({ email: owner.email })
    expect(await isKnown(sister.email, device)).toBe(false)
    const hers = (await logIn({ email: sister.email, device })).device
    expect(hers).toMatch(/^[\w-]{43}$/)
    expect(hers).not.toBe(device)
    expect(await isKnown(sister.email, hers)).toBe(true)
    expect(await isKnown(owner.email, hers)).toBe(false)
    // The browser sends all its accounts' secrets, and each account keeps its own.
    for (const both of [`${hers} ${device}`, `${device} ${hers}`]) {
      expect((await logIn({ email: sister.email, device: both })).device).toBe(hers)
      expect((await logIn({ email: owner.email, device: both })).device).toBe(device)
    }
  })

  it('of a classmate neither slows down another account in a shared browser nor uses up its mails', async () => {
    const [owner, classmate] = [await makeStudent(t), await makeStudent(t)]
    const own = (await logIn({ email: owner.email })).device
    // The server gave this secret to the next person who used the browser.
    const { device } = await logIn({ email: classmate.email, device: own })
    await statusesOf(20, () => logIn({ email: owner.email, password: WRONG, device }))
    for (let i = 0; i < 7; i += 1) await t.as()(contract.forgotPassword, { body: { email: owner.email, device } })
    expect(await isKnown(owner.email, own)).toBe(true)
    for (let i = 0; i < 5; i += 1) await t.as()(contract.forgotPassword, { body: { email: owner.email, device: own } })
    expect(await t.mails(owner.email, RESET_MAIL, 10)).toHaveLength(10)
  })

  it('R-21 is never one made up by the browser', async () => {
    const { email } = await makeStudent(t)
    const device = 'x'.repeat(43)
    const reply = await logIn({ email, device })
    expect(reply.device).not.toBe(device)
    expect(await isKnown(email, device)).toBe(false)
    expect(await isKnown(email, reply.device)).toBe(true)
  })

  it('stays valid after logout', async () => {
    const { email } = await makeStudent(t)
    const { device, authToken } = await logIn({ email })
    await t.as(authToken)(contract.logOutStudent, {})
    expect(await isKnown(email, device)).toBe(true)
  })

  it("R-23 ends with 'log out elsewhere', except in the browser that asked for it", async () => {
    const { email } = await makeStudent(t)
    const [phone, computer] = [await logIn({ email }), await logIn({ email })]
    await t.as(computer.authToken)(sessionCalls.endOtherSessions, {})
    expect(await isKnown(email, phone.device)).toBe(false)
    expect(await isKnown(email, computer.device)).toBe(true)
  })

  it("ends with 'log out elsewhere' from a session that began before browsers were remembered", async () => {
    const { id, email, token } = await makeStudent(t)
    const { device } = await logIn({ email })
    await t.app.db.update(sessions).set({ browserId: null }).where(eq(sessions.studentId, id))
    await t.as(token)(sessionCalls.endOtherSessions, {})
    expect(await isKnown(email, device)).toBe(false)
  })

  it("of an admin also ends with 'log out elsewhere'", async () => {
    const { email } = admin
    const [phone, computer] = [await logInAsAdmin({ email }), await logInAsAdmin({ email })]
    await t.as(computer.authToken)(sessionCalls.endOtherAdminSessions, {})
    expect((await logInAsAdmin({ email, device: phone.device })).device).not.toBe(phone.device)
    expect((await logInAsAdmin({ email, device: computer.device })).device).toBe(computer.device)
  })

  it('is deleted with the account', async () => {
    const { id, email, token } = await makeStudent(t)
    await logIn({ email })
    await t.as(token)(eraseAccount, { body: { password: PASSWORD } })
    expect(await t.app.db.select().from(knownBrowsers).where(eq(knownBrowsers.studentId, id))).toEqual([])
  })
})

describe('an account', () => {
  const listHashes = async (id: string) =>
    (await t.app.db.select().from(knownBrowsers).where(eq(knownBrowsers.studentId, id))).map((row) => row.secretHash)

  it('is known in at most ten browsers: the one unused for the longest time is forgotten', async () => {
    const { id, email } = await makeStudent(t)
    const devices: string[] = []
    for (let i = 0; i < 10; i += 1) {
      t.app.clock.advance(1_000)
      devices.push((await logIn({ email })).device)
    }
    const [first = '', second = '', ...others] = devices
    t.app.clock.advance(1_000)
    await logIn({ email, device: first })
    t.app.clock.advance(1_000)
    const eleventh = (await logIn({ email })).device
    expect((await listHashes(id)).toSorted()).toEqual([first, ...others, eleventh].map(hashToken).toSorted())
    expect(await isKnown(email, second)).toBe(false)
  })

  it('is known in at most ten browsers after simultaneous logins', async () => {
    const { id, email } = await makeStudent(t)
    for (let i = 0; i < 10; i += 1) await logIn({ email })
    const logins = await whileLocked(id, 2, () => Promise.all(Array.from({ length: 2 }, () => logIn({ email }))))
    expect(logins).toHaveLength(2)
    expect(await listHashes(id)).toHaveLength(10)
  })

  it('R-08 gives the same replies to guesses as an unknown email, with and without a secret', async () => {
    const { email } = await makeStudent(t)
    const outcomes = async (victim: string) => {
      const address = newAddress()
      const replies: unknown[] = []
      for (let at = 0; at < 12; at += 1) {
        if (at >= 5 && at < 11) t.app.clock.advance(1_000 * 2 ** (at - 5))
        const login = { email: victim, password: WRONG, address, ...(at % 2 ? { device: 'x'.repeat(43) } : {}) }
        const { status, code, message } = await refusal(logIn(login))
        replies.push({ status, code, message })
      }
      return replies
    }
    expect(await outcomes(email)).toEqual(await outcomes(`${unique('n')}@nowhere.example`))
  })

  it('gives no new tries to someone who registers its email and logs in with that registration’s password', async () => {
    const form = registration()
    await t.as()(contract.registerStudent, { body: form })
    const address = await exhaustAddress(form.email)
    t.app.clock.advance(64_000)
    expect(await statusOf(logIn({ email: form.email, address }))).toBe(403)
    expect(await statusOf(logIn({ email: form.email, password: WRONG, address }))).toBe(429)
  })
})
