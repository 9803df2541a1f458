// Tests how students turn push messages on and off, and what stops them.
import { endOtherSessions, endSession, listSessions } from '@baobab/contract/accounts/sessions.ts'
import { logOutStudent } from '@baobab/contract/accounts/endpoints.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { PUSH_DEVICES, pushText } from '@baobab/contract/notifications/text.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { deletePushSubscription, listPushSubscriptions } from '@baobab/contract/notifications/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeStudent, PASSWORD } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeBrowser } from '../../../test/push.ts'
import { refusal } from '../../../test/refusal.ts'
import { logInStudent } from '../../accounts/log-in.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { exportData } from '../../privacy/export-data.ts'
import { pushSubscriptions } from '../tables.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })

const list = ({ token }: { token: string }) => t.as(token)(listPushSubscriptions, {})
const logInAgain = async ({ email }: { email: string }) => {
  const form = { email, password: PASSWORD }
  const { authToken } = await logInStudent(t.app, form, { address: '127.0.0.1', userAgent: 'test' })
  return { token: authToken }
}
const findByEndpoint = ({ form }: ReturnType<typeof makeBrowser>) =>
  t.app.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, form.endpoint))

describe('turning push messages on', () => {
  it('stores the browser for this login, and is safe to repeat', async () => {
    const [student, browser] = [await makeStudent(t), makeBrowser(t)]
    const { message, subscription } = await browser.subscribe(student)
    expect(message).toBe(pushText.on)
    expect((await browser.subscribe(student)).subscription._id).toBe(subscription._id)
    const reply = await list(student)
    expect(reply).toEqual({ publicKey: t.app.push.publicKey, isOffered: true, subscriptions: [subscription] })
    expect(subscription.isCurrent).toBe(true)
    const [row] = await findByEndpoint(browser)
    expect(row).toMatchObject({ sessionId: subscription.sessionId, p256dh: browser.form.keys.p256dh, failures: 0 })
  })

  it('replaces the login’s earlier browser address', async () => {
    const [student, first, second] = [await makeStudent(t), makeBrowser(t), makeBrowser(t)]
    await first.subscribe(student)
    await second.subscribe(student)
    expect(await findByEndpoint(first)).toEqual([])
    expect((await list(student)).subscriptions).toHaveLength(1)
  })

  it('takes a shared browser over from the student who used it before', async () => {
    const [first, second, browser] = [await makeStudent(t), await makeStudent(t), makeBrowser(t)]
    await browser.subscribe(first)
    await browser.subscribe(second)
    expect((await list(first)).subscriptions).toEqual([])
    expect((await list(second)).subscriptions).toHaveLength(1)
  })

  it('is refused to children up to 10, and allowed from the 11th birthday on', async () => {
    const today = lagosDate(t.app.clock.now())
    const eleven = `${Number(today.slice(0, 4)) - 11}${today.slice(4).replace('02-29', '02-28')}`
    const tomorrow = lagosDate(new Date(Date.parse(eleven) + 36 * 3_600_000))
    const [child, older] = [await makeStudent(t, { birth: tomorrow }), await makeStudent(t, { birth: eleven })]
    expect(await refusal(makeBrowser(t).subscribe(child))).toMatchObject({
      status: 403,
      message: pushText.notForChildren,
    })
    expect(await list(child)).toMatchObject({ isOffered: false, subscriptions: [] })
    await makeBrowser(t).subscribe(older)
    expect((await list(older)).subscriptions).toHaveLength(1)
  })

  it.each([
    'https://evil.example/push',
    'http://127.0.0.1:9/sandbox/push/abc',
    'http://localhost/push',
    'https://169.254.169.254/push',
    'https://10.0.0.1/push',
  ])('is refused for an address that is not a push service: %s', async (endpoint) => {
    const student = await makeStudent(t)
    const failure = await refusal(makeBrowser(t, { endpoint }).subscribe(student))
    expect(failure).toMatchObject({ status: 400, message: pushText.unknownService })
    expect((await list(student)).subscriptions).toEqual([])
  })

  it('is refused for a key that cannot be used to encrypt', async () => {
    const [student, browser] = [await makeStudent(t), makeBrowser(t)]
    browser.form.keys.p256dh = Buffer.alloc(65, 4).toString('base64url')
    expect(await refusal(browser.subscribe(student))).toMatchObject({ status: 400, message: pushText.keysInvalid })
  })

  it(`works on ${PUSH_DEVICES} devices, even if the last two ask at once`, async () => {
    const student = await makeStudent(t)
    const logins: { token: string }[] = []
    // One after the other, because simultaneous logins to one account are slowed down.
    for (let i = 0; i <= PUSH_DEVICES; i += 1) logins.push(await logInAgain(student))
    for (const login of logins.slice(0, PUSH_DEVICES - 1)) await makeBrowser(t).subscribe(login)
    const last = await Promise.allSettled(logins.slice(-2).map((login) => makeBrowser(t).subscribe(login)))
    expect(last.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(last.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, message: pushText.tooManyDevices },
    })
    expect((await list(student)).subscriptions).toHaveLength(PUSH_DEVICES)
  })
})

describe('turning push messages off', () => {
  it('is possible for one’s own devices, not for those of others', async () => {
    const [student, other, browser] = [await makeStudent(t), await makeStudent(t), makeBrowser(t)]
    const { subscription } = await browser.subscribe(student)
    const params = { subscriptionId: subscription._id }
    expect(await refusal(t.as(other.token)(deletePushSubscription, { params }))).toMatchObject({ status: 404 })
    expect(await t.as(student.token)(deletePushSubscription, { params })).toEqual({ message: pushText.off })
    expect(await findByEndpoint(browser)).toEqual([])
    expect(await refusal(t.as(student.token)(deletePushSubscription, { params }))).toMatchObject({ status: 404 })
    const unknown = { subscriptionId: 'no-id' }
    expect(await refusal(t.as(student.token)(deletePushSubscription, { params: unknown }))).toMatchObject({
      status: 404,
    })
  })

  it('happens when the login ends', async () => {
    const student = await makeStudent(t)
    const current = await logInAgain(student)
    const subscribed = async () => {
      const [login, browser] = [await logInAgain(student), makeBrowser(t)]
      const { subscription } = await browser.subscribe(login)
      return { login, browser, sessionId: subscription.sessionId }
    }
    const ends: ((one: Awaited<ReturnType<typeof subscribed>>) => Promise<unknown>)[] = [
      ({ login }) => t.as(login.token)(logOutStudent, {}),
      ({ sessionId }) => t.as(current.token)(endSession, { params: { sessionId } }),
      () => t.as(current.token)(endOtherSessions, {}),
      // The same happens when a new password is set through a mailed link.
      () => endSessions(t.app, t.app.db, { kind: 'student', id: student.id }, { except: undefined }),
    ]
    for (const end of ends) {
      const one = await subscribed()
      expect(await findByEndpoint(one.browser)).toHaveLength(1)
      await end(one)
      expect(await findByEndpoint(one.browser)).toEqual([])
    }
  })

  it('happens when the account is erased', async () => {
    const [student, browser] = [await makeStudent(t), makeBrowser(t)]
    await browser.subscribe(student)
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    expect(await findByEndpoint(browser)).toEqual([])
  })
})

it('the data export lists the devices, without what is needed to send to them', async () => {
  const [student, browser] = [await makeStudent(t), makeBrowser(t)]
  const { subscription } = await browser.subscribe(student)
  const { tables } = await exportData(t.app, student.id)
  expect(tables['pushSubscriptions']).toMatchObject([{ id: subscription._id, sessionId: subscription.sessionId }])
  expect(JSON.stringify(tables)).not.toContain(browser.form.endpoint)
  expect(JSON.stringify(tables)).not.toContain(browser.form.keys.auth)
  const { sessions } = await t.as(student.token)(listSessions, {})
  expect(sessions.map(({ _id }) => _id)).toContain(subscription.sessionId)
})
