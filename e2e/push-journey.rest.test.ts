// Push notifications: offered after a quiz, turned on and off in the settings, and what a message does on a phone. The browser's push
// service is on the internet, so the subscription and the delivery are simulated.
import { createECDH, randomBytes, type ECDH } from 'node:crypto'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { sendNotification } from '@baobab/contract/notifications/admin.ts'
import { listPushSubscriptions } from '@baobab/contract/notifications/endpoints.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import { decryptPush } from '../server/test/decrypt-push.ts'
import { expectAccessible } from './accessibility.ts'
import { TITLE } from './answers.ts'
import { expectFit } from './fit.ts'
import { expect, openFor, test } from './fixtures.ts'
import { ADMIN, asAdmin, makeStudent, type Student } from './people.ts'
import { startProductAtNoon } from './product.ts'

const screen = { width: 360, height: 560 }
test.use({ viewport: screen, serviceWorkers: 'allow' })

const params = { videoTitle: TITLE, ageCategory: '11-20' } as const
const offer = 'Shall we tell you when there is something new?'

type Phone = { endpoint: string; p256dh: string; auth: string; permission: NotificationPermission }

type PushMessage = { browser: string; ttl: number; urgency: string; topic: string; body: string }

/** Reads what the sandbox's push service has received, and its address. */
const readPushService = async (baseURL: string) =>
  (await (await fetch(`${baseURL}/sandbox/push/messages`)).json()) as { url: string; messages: PushMessage[] }

/** The browser's part of the keys that encrypt messages, and its name at the push service. */
type PhoneKeys = { id: string; ecdh: ECDH; auth: Buffer }

/** Replaces the browser's requests to its push service and its question to the user. */
async function preparePhone(page: Page, baseURL: string, answer: NotificationPermission): Promise<PhoneKeys> {
  const { url } = await readPushService(baseURL)
  const [id, ecdh, secret] = [randomBytes(9).toString('base64url'), createECDH('prime256v1'), randomBytes(16)]
  const phone: Phone = {
    endpoint: `${url}/sandbox/push/${id}`,
    p256dh: ecdh.generateKeys('base64url'),
    auth: secret.toString('base64url'),
    permission: answer,
  }
  await page.addInitScript(({ endpoint, p256dh, auth, permission: given }: Phone) => {
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => true,
    }
    const store = (key: string) => sessionStorage.getItem(key) ?? 'default'
    PushManager.prototype.subscribe = async (options) => {
      sessionStorage.setItem('subscribedWith', JSON.stringify(options))
      return subscription as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => null
    Object.defineProperty(Notification, 'permission', { get: () => store('permission') })
    Notification.requestPermission = async () => {
      sessionStorage.setItem('asked', String(Number(sessionStorage.getItem('asked')) + 1))
      sessionStorage.setItem('permission', given)
      return given
    }
  }, phone)
  return { id, ecdh, auth: secret }
}

/** Reads the options that the browser was subscribed with. */
const readOptions = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('subscribedWith') ?? '{}') as unknown)

const countAsked = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('asked')))

async function finishQuiz(student: Student): Promise<string> {
  await student.call(quiz.startAttempt, { params })
  await student.call(quiz.finishAttempt, { params })
  const videos = await student.call(listVideos, {})
  return videos.find(({ title }) => title === TITLE)?._id ?? ''
}

/** Opens the page of a finished quiz. */
async function openResult(page: Page, videoId: string): Promise<void> {
  await page.goto(`/student/trivia/page?video=${videoId}`)
  await expect(page.getByRole('link', { name: 'See why' }).first()).toBeVisible()
}

/** Waits until the server has said on which devices notifications are on. */
const untilListed = (page: Page) =>
  page.waitForResponse((reply) => new URL(reply.url()).pathname === listPushSubscriptions.path)

const untilPainted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

const countDevices = async (student: Student) => (await student.call(listPushSubscriptions, {})).subscriptions.length

test('push notifications are offered after a quiz, and permission is requested only after a click', async ({
  student,
  studentPage: page,
  productUrl,
}) => {
  await preparePhone(page, productUrl, 'granted')
  const videoId = await finishQuiz(student)
  await openResult(page, videoId)
  const card = page.getByRole('region', { name: offer })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
  await card.getByRole('button', { name: 'Not now' }).click()
  await expect(card).toHaveCount(0)
  // Counts requests, because none should be sent either.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openResult(page, videoId)
  await untilPainted(page)
  await expect(card).toHaveCount(0)
  expect(asked).not.toContain(listPushSubscriptions.path)
  // Makes the answer a month old.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('pushPostponed_')) ?? ''
    localStorage.setItem(key, new Date(Date.now() - 30 * 24 * 3_600_000).toISOString())
  })
  await openResult(page, videoId)
  expect(await countAsked(page)).toBe(0)
  await card.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByText('Notifications are on for this device.')).toBeVisible()
  expect(await countAsked(page)).toBe(1)
  // The push service delivers only what this server has signed.
  const { publicKey } = await student.call(listPushSubscriptions, {})
  expect(await readOptions(page)).toEqual({ userVisibleOnly: true, applicationServerKey: publicKey })
  expect(await countDevices(student)).toBe(1)
  await Promise.all([untilListed(page), openResult(page, videoId)])
  await untilPainted(page)
  await expect(page.getByText('Notifications are on for this device.')).toHaveCount(0)
  await expect(card).toHaveCount(0)
})

test('the settings turn them on and off, and the list of devices shows them', async ({
  student,
  studentPage: page,
  productUrl,
}) => {
  await preparePhone(page, productUrl, 'granted')
  await page.goto('/student/setting')
  const card = page.getByRole('region', { name: offer })
  const devices = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(card.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  expect(await countAsked(page)).toBe(0)
  // The first request fails.
  await page.route('**/student/push-subscriptions', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await card.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(card.getByRole('alert')).toBeVisible()
  await page.unroute('**/student/push-subscriptions')
  await card.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(card.getByText('Notifications are on for this device.')).toBeVisible()
  await expect(devices.getByText('Notifications on')).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
  await devices.getByRole('button', { name: /Turn off notifications on/ }).click()
  await expect(devices.getByText('Notifications on')).toHaveCount(0)
  expect(await countDevices(student)).toBe(0)
  await card.getByRole('button', { name: 'Turn on notifications' }).click()
  await card.getByRole('button', { name: 'Turn off notifications' }).click()
  await expect(card.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  expect(await countDevices(student)).toBe(0)
})

test('a refusal is explained, and not asked about again', async ({ student, studentPage: page, productUrl }) => {
  await preparePhone(page, productUrl, 'denied')
  const videoId = await finishQuiz(student)
  await openResult(page, videoId)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByText(/Your browser blocks notifications/)).toBeVisible()
  await page.goto('/student/setting')
  await expect(page.getByText(/Your browser blocks notifications/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on notifications' })).toHaveCount(0)
  await openResult(page, videoId)
  await untilPainted(page)
  await expect(page.getByRole('region', { name: offer })).toHaveCount(0)
  expect(await countAsked(page)).toBe(1)
})

test('a child up to 10 is offered nothing', async ({ browser, productUrl }) => {
  const year = Number(lagosDate(new Date()).slice(0, 4))
  const page = await openFor(await makeStudent(productUrl, { birth: `${year - 8}-01-01` }), browser, productUrl)
  await preparePhone(page, productUrl, 'granted')
  await Promise.all([untilListed(page), page.goto('/student/setting')])
  await expect(page.getByRole('region', { name: 'Where you are logged in' })).toBeVisible()
  await untilPainted(page)
  await expect(page.getByRole('region', { name: offer })).toHaveCount(0)
  await page.context().close()
})

test.describe('on an iPhone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1' })

  test('the settings say that the app has to be on the home screen', async ({ studentPage: page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
    await page.goto('/student/setting')
    await expect(page.getByText(/add Baobab to your Home Screen/)).toBeVisible()
    await expectFit(page)
  })
})

/** Delivers messages like the browser's push service. */
async function openDelivery(context: BrowserContext, page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => context.serviceWorkers().length).toBe(1)
  const session: CDPSession = await context.newCDPSession(page)
  const ids: string[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(...registrations.map(({ registrationId }) => registrationId)),
  )
  await session.send('ServiceWorker.enable')
  await expect.poll(() => ids.length).toBeGreaterThan(0)
  const worker = context.serviceWorkers()[0]
  if (!worker) throw new Error('there is no service worker')
  return {
    worker,
    deliver: (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId: ids[0] ?? '',
        data,
      }),
  }
}

type Shown = { title: string; body: string; tag: string; icon: string; close: () => void }

/** The parts of the service worker's scope that the tests use. */
type Scope = {
  registration: { showNotification: unknown; getNotifications: () => Promise<Shown[]> }
  clients: { openWindow: (url: string) => Promise<null> }
  opened: string[]
  shown: Shown[]
  ExtendableEvent: new (type: string) => Event
  dispatchEvent: (event: Event) => boolean
}

/** A browser without a user interface may not support notifications; then they are kept in the worker. */
async function replaceMissingNotifications(worker: Worker): Promise<void> {
  if ((await worker.evaluate(() => Notification.permission)) === 'granted') return
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.registration.getNotifications = async () => scope.shown
    scope.registration.showNotification = async (title: string, options: Omit<Shown, 'title'>) => {
      const others = scope.shown.filter(({ tag }) => tag !== options.tag)
      const close = () => {
        scope.shown = others
      }
      scope.shown = [...others, { ...options, title, icon: new URL(options.icon, location.href).href, close }]
    }
  })
}

/** Counts the dots on the app's icon, which a browser without a user interface does not have. */
const countDots = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as {
      navigator: { setAppBadge: (count?: number) => Promise<void> }
      dots?: number
    }
    scope.dots ??= 0
    scope.navigator.setAppBadge = async (count) => {
      if (count === undefined) scope.dots = (scope.dots ?? 0) + 1
    }
    return scope.dots
  })

const listShown = (worker: Worker) =>
  worker.evaluate(async () => {
    const shown = await (globalThis as unknown as Scope).registration.getNotifications()
    return shown.map(({ title, body, tag, icon }) => ({ title, body, tag, icon: new URL(icon).pathname }))
  })

/** Clicks the shown notification, and records which window would be opened, because opening it requires a real click. */
const press = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as Scope
    scope.opened = []
    scope.clients.openWindow = async (url) => {
      scope.opened.push(url)
      return null
    }
    const [notification] = await scope.registration.getNotifications()
    const event = new scope.ExtendableEvent('notificationclick')
    // A synthetic event has no `waitUntil`, so one is added.
    scope.dispatchEvent(Object.assign(event, { notification, waitUntil: () => undefined }))
  })

const shown = {
  title: 'Baobab',
  body: 'You have a new notification',
  tag: 'new-notification',
  icon: '/icons/icon-192.png',
}

const listOpened = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Scope).opened)

test('a message shows one fixed sentence, whatever it contains, and a click opens the notifications', async ({
  student,
  studentPage: page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  await page.goto('/student/setting')
  const { worker, deliver } = await openDelivery(context, page)
  await replaceMissingNotifications(worker)
  expect(await countDots(worker)).toBe(0)
  await deliver('Ada, you have won')
  await expect.poll(() => listShown(worker)).toEqual([shown])
  await deliver('Again')
  await deliver('')
  await expect.poll(() => listShown(worker)).toEqual([shown])
  await press(worker)
  await page.waitForURL('**/student/notification')
  await expect(page.getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible()
  await expect.poll(() => listShown(worker)).toEqual([])
  expect(await listOpened(worker)).toEqual([])
  // A tab where a quiz may be running is not navigated.
  await openResult(page, await finishQuiz(student))
  await deliver('')
  await expect.poll(() => listShown(worker)).toEqual([shown])
  await press(worker)
  await expect.poll(() => listOpened(worker)).toEqual(['/student/notification'])
  expect(new URL(page.url()).pathname).toBe('/student/trivia/page')
  // Student pages show the number of unread notifications on the app's icon. Without such a page, the icon gets a dot.
  expect(await countDots(worker)).toBe(0)
  await page.goto('/about')
  await deliver('')
  await expect.poll(() => countDots(worker)).toBe(1)
})

test('what an admin sends in the daytime makes a sound on the phone, and a click opens it', async ({ browser }) => {
  const product = await startProductAtNoon()
  try {
    await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
    const student = await makeStudent(product.url)
    const page = await openFor(student, browser, product.url)
    const context = page.context()
    await context.grantPermissions(['notifications'])
    const phone = await preparePhone(page, product.url, 'granted')
    await page.goto('/student/setting')
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect(page.getByText('Notifications are on for this device.')).toBeVisible()
    const { worker, deliver } = await openDelivery(context, page)
    await replaceMissingNotifications(worker)

    const { call } = await asAdmin(product.url)
    const notification = { title: 'Ada, you have won', update: 'scholarship', method: 'in-app' } as const
    await call(sendNotification, {
      body: { ...notification, description: 'Open the app to see your prize.', username: student.username },
    })
    const readMessages = async () =>
      (await readPushService(product.url)).messages.filter((message) => message.browser === phone.id)
    await expect.poll(async () => (await readMessages()).length).toBe(1)
    const [message] = await readMessages()
    expect(message).toMatchObject({ ttl: 86_400, urgency: 'normal', topic: 'new-notification' })
    await deliver(decryptPush(Buffer.from(message?.body ?? '', 'base64url'), phone))
    await expect.poll(() => listShown(worker)).toEqual([shown])
    await press(worker)
    await page.waitForURL('**/student/notification')
    await expect(page.getByText('Ada, you have won').first()).toBeVisible()
    await context.close()
  } finally {
    await product.remove()
  }
})
