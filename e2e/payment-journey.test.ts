// Students and parents pay: by card, declined, cancelled and resumed, with the page closed, with a payment link.
import { registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { createClient } from '@baobab/contract/client.ts'
import { initializePayment, listPayments, makePayLink, verifyPayment } from '@baobab/contract/payments.ts'
import { updateVideo } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import type { FrameLocator, Page, Request } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, openFor, test as base } from './fixtures.ts'
import { ADMIN, asAdmin, makeStudent, type Student } from './people.ts'
import { startProduct, type Product } from './product.ts'

let product: Product
/** A video that only paid students may watch. */
let video: { _id: string; title: string }

base.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  const { call } = await asAdmin(product.url)
  const [first] = await createClient({ baseUrl: product.url })(listVideos, {})
  if (!first) throw new Error('The product has no starter videos.')
  const { _id: id, title, description } = first
  await call(updateVideo, { params: { id }, body: { title, description, access: 'premium' } })
  video = { _id: id, title }
})
base.afterAll(() => product.remove())

const test = base.extend<{ student: Student; studentPage: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  student: async ({}, use) => {
    await use(await makeStudent(product.url))
  },
  studentPage: async ({ browser, student }, use) => {
    const page = await openFor(student, browser, product.url)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
        throw new Error(`The policy refused ${blockedURI} by ${violatedDirective}.`)
      })
    })
    await use(page)
    await page.context().close()
    expect(problems).toEqual([])
  },
})

const payButton = (page: Page) => page.getByRole('button', { name: 'Proceed To Make Payment' })
const checkoutOf = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Pay with"]')
const isPaid = async ({ call }: Student) => (await call(listPayments, {})).isPaid

async function openCheckout(page: Page): Promise<FrameLocator> {
  await page.goto('/student/payment')
  await payButton(page).click()
  const checkout = checkoutOf(page)
  await expect(checkout.getByRole('heading', { name: /Pay/ })).toBeVisible()
  return checkout
}

const pay = (checkout: FrameLocator | Page) => checkout.getByRole('button', { name: /^Pay/ }).click()

async function toDashboard(page: Page): Promise<void> {
  const confirmed = page.getByRole('status').filter({ hasText: 'Payment confirmed! Redirecting to dashboard...' })
  // The page shows it for two seconds only.
  await expect.poll(() => confirmed.first().isVisible(), { intervals: [50] }).toBe(true)
  await page.waitForURL('**/dashboard')
}

type Mail = { subject: string; text: string }

/** Returns the receipts that were sent to an address. */
async function receiptsTo(email: string): Promise<string[]> {
  const reply = await fetch(`${product.url}/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)
  const mails = (await reply.json()) as Mail[]
  return mails.filter(({ subject }) => subject.includes('receipt')).map(({ text }) => text)
}

test('paying by card in the pop-up unlocks everything and sends a receipt', async ({ studentPage: page, student }) => {
  await page.goto(`/student/videos?video=${video._id}`)
  await page
    .getByRole('link', { name: /^Make a Payment of #1000/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Make a Payment of #1000' })).toBeVisible()
  await expect(page.getByText(student.email)).toBeVisible()
  expect(await page.evaluate(() => 'PaystackPop' in window)).toBe(false)
  await payButton(page).click()
  await pay(checkoutOf(page))
  await toDashboard(page)
  expect(await page.evaluate(() => sessionStorage.getItem('isPaid'))).toBe('true')

  await page.goto(`/student/videos?video=${video._id}`)
  await expect(page.getByRole('button', { name: /^Play / }).first()).toBeVisible()
  await expect(page.getByText('Make a Payment of #1000')).toHaveCount(0)

  await page.goto('/student/payment')
  await expect(page.getByText('Your account is already paid.')).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'See your receipt' }).click()
  const receipt = page.getByRole('article', { name: 'Receipt' })
  await expect(receipt).toContainText('₦1,000')
  await expect(receipt).toContainText(student.username)
  await expect(receipt).toContainText('Card')
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const inks = await receipt.locator('dt, dd, h1').evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
  expect([...new Set(inks)]).toEqual(['rgb(0, 0, 0)'])
  await page.emulateMedia({ media: null, colorScheme: null })
  const [time = ''] = /\d+ \w+ \d{4}, \d+:\d{2} [ap]m/.exec(await receipt.innerText()) ?? []
  expect(time).not.toBe('')
  await page.setViewportSize({ width: 360, height: 560 })
  await page.getByRole('link', { name: 'Your payments' }).click()
  await expect(page.getByText('Your account is already paid.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '₦1,000' })).toContainText(time)
  await expect.poll(() => receiptsTo(student.email)).toHaveLength(1)
  expect((await receiptsTo(student.email))[0]).toContain(`Paid: ${time} (Lagos)`)

  await page.goto('/student/notification')
  await page.getByRole('button', { name: /Your payment has arrived/ }).click()
  await page.getByRole('link', { name: 'Go to my payments' }).click()
  await expect(page.getByRole('link', { name: /^Receipt of payment/ })).toBeVisible()
})

test('after a declined card the student can pay with another one', async ({ studentPage: page, student }) => {
  const checkout = await openCheckout(page)
  await checkout.getByRole('link', { name: /declined/ }).click()
  await pay(checkout)
  await expect(checkout.getByText('Insufficient Funds.')).toBeVisible()
  await page.getByRole('button', { name: 'Close the payment' }).click()
  await expect(page.getByText('The bank declined this payment. Nothing was charged.')).toBeVisible()
  expect(await isPaid(student)).toBe(false)
  await payButton(page).click()
  await pay(checkout)
  await toDashboard(page)
  expect(await isPaid(student)).toBe(true)
})

test('a student who leaves and comes back continues the same payment', async ({ studentPage: page, student }) => {
  const checkout = await openCheckout(page)
  await checkout.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(page.getByText('This payment was not finished. Nothing was charged.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This payment was not finished. Nothing was charged.')).toBeVisible()
  await payButton(page).click()
  const [first, ...others] = (await student.call(listPayments, {})).payments
  expect(others).toEqual([])
  await expect(checkout.getByText(first?.reference ?? 'none')).toBeVisible()

  await checkout.getByRole('button', { name: 'Cancel payment' }).click()
  const form = page.getByRole('region', { name: 'I was debited' })
  await expect(page.locator('iframe')).toHaveCount(0)
  await form.getByRole('button', { name: 'Enter a reference' }).click()
  await expect(form.getByLabel('Reference')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(form.getByRole('button')).toBeFocused()
  await expect(form.getByLabel('Reference')).not.toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Reference').fill('not_ours')
  await form.getByRole('button').click()
  await expect(form.getByText('A reference has 8 to 64 letters, digits and -')).toBeVisible()
  await form.getByLabel('Reference').fill('a'.repeat(32))
  await form.getByRole('button').click()
  await expect(form.getByText('We could not find a payment with this reference.')).toBeVisible()
  const pasted = `Reference: ${first?.reference.toUpperCase()} `
  await form.getByLabel('Reference').fill(pasted)
  await form.getByRole('button').click()
  await expect(form.getByText('This payment was not finished. Nothing was charged.')).toBeVisible()
  await expect(form.getByLabel('Reference')).toHaveValue(pasted)
})

test('the account is unlocked even if the page is closed after paying', async ({ studentPage: page, student }) => {
  const checkout = await openCheckout(page)
  // Once the provider has replied it has the money. The page is closed before it receives that reply.
  const paid = Promise.withResolvers<void>()
  await page.route('**/checkout/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    paid.resolve()
  })
  await pay(checkout)
  await paid.promise
  await page.context().close()
  await expect.poll(() => isPaid(student)).toBe(true)
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('if the network is lost right after paying, the page waits for it and the account is unlocked', async ({
    studentPage: page,
    student,
  }) => {
    await page.goto('/student/dashboard')
    await page.evaluate(() => navigator.serviceWorker.ready)
    const checkout = await openCheckout(page)
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().includes('/student/successss'))
        void page.context().setOffline(true)
    })
    await pay(checkout)
    await expect(page.getByText('Verifying Payment...')).toBeVisible()
    await expect(page.getByText('Your payment is safe. We will continue when you are back online.')).toBeVisible()
    page.removeAllListeners('request')
    await page.context().setOffline(false)
    await toDashboard(page)
    expect(await isPaid(student)).toBe(true)
  })
})

test('the page after paying reloads when the network is back if it did not load', async ({ studentPage: page }) => {
  const chunks = '**/assets/payment-result-*.js'
  await page.route(chunks, (route) => route.abort())
  await page.goto(`/student/successss?reference=${'a'.repeat(32)}`)
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  await expect(page.getByText('Your payment is safe. We will continue when you are back online.')).toBeVisible()
  await page.context().setOffline(true)
  await page.unroute(chunks)
  await page.context().setOffline(false)
  await expect(page.getByText('Payment verification failed. Try again.').first()).toBeVisible()
})

test('paying again is not offered while the provider cannot report on the last payment', async ({
  studentPage: page,
  student,
  request,
}) => {
  await student.call(initializePayment, { body: { method: 'checkout' } })
  await request.post(`${product.url}/sandbox/paystack/fault`, { form: { kind: 'error' } })
  try {
    await page.goto('/student/payment')
    await expect(
      page.getByText(/^The payment service is not responding right now\. We will keep checking/),
    ).toBeVisible()
    await expect(payButton(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Make a link for a parent' })).toHaveCount(0)
  } finally {
    await request.post(`${product.url}/sandbox/paystack/fault`, { form: { kind: '' } })
  }
  await page.getByRole('button', { name: 'Check again', exact: true }).click()
  await expect(payButton(page)).toBeVisible()
})

test('without any webhook, returning to the page unlocks the account', async ({ studentPage: page, student }) => {
  await openCheckout(page)
  const url =
    page
      .frames()
      .find((frame) => frame.url().includes('/checkout/'))
      ?.url() ?? ''
  // The money is taken, but neither the page nor the server is notified.
  const card = { number: '4084084084084081', expiry: '12/30', cvv: '408' }
  await page.request.post(url, { form: { do: 'card', messages: 'never', ...card } })
  expect(await isPaid(student)).toBe(false)
  await page.reload()
  await expect(page.getByText('Your account is already paid.')).toBeVisible()
  expect(await isPaid(student)).toBe(true)
})

for (const fault of ['blocked', 'silent'] as const)
  test(`a ${fault} pop-up leads to the provider’s page`, async ({ studentPage: page, student }) => {
    await page.route('**/inline.js', (route) => (fault === 'blocked' ? route.abort() : undefined))
    await page.goto('/student/payment')
    await payButton(page).click()
    await page.waitForURL('**/sandbox/paystack/checkout/**')
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await page.waitForURL('**/student/payment')
    await expect(page.getByText('This payment was not finished. Nothing was charged.')).toBeVisible()
    await payButton(page).click()
    await page.waitForURL('**/sandbox/paystack/checkout/**')
    await pay(page)
    await toDashboard(page)
    expect(await isPaid(student)).toBe(true)
  })

test('the page waits for a pending transfer, and does not ask the student to pay again', async ({
  studentPage: page,
  student,
}) => {
  const checkout = await openCheckout(page)
  await checkout.getByRole('button', { name: 'Transfer, arrives when I say so' }).click()
  await checkout.getByRole('button', { name: 'Go back to the shop without waiting' }).click()
  await expect(page.getByText(/^Your payment is on its way\./)).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your payments' }).getByText('On its way')).toBeVisible()

  const [payment] = (await student.call(listPayments, {})).payments
  const reference = payment?.reference ?? ''
  const passTime = passTimeBetweenCalls(page)
  await page.clock.install()
  await page.goto(`/student/successss?reference=${reference}`)
  await expect(page.getByText(/We will keep checking/)).toBeVisible()
  await expect(page.getByText('Verifying Payment...')).toBeVisible()
  await expect(async () => {
    await passTime()
    await expect(page.getByRole('link', { name: 'Go to my dashboard' })).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [50] })
  expect(page.url()).toContain('/student/successss')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { onlyColours: true })
  await arrive(page, reference)
  await expect(async () => {
    await passTime()
    expect(page.url()).toContain('/dashboard')
  }).toPass({ intervals: [50] })
  expect(await isPaid(student)).toBe(true)
})

/**
 * Returns a function that lets ten seconds pass for a page, but only while all its calls have replies: an open call would reach
 * its time limit of 15 seconds, however fast the server is.
 */
function passTimeBetweenCalls(page: Page): () => Promise<void> {
  const calls = new Set<Request>()
  page.on('request', (request) => void (request.url().includes('/api/payments') && calls.add(request)))
  const end = (request: Request) => void calls.delete(request)
  page.on('requestfinished', end).on('requestfailed', end)
  return async () => {
    await expect.poll(() => calls.size).toBe(0)
    await page.clock.runFor(10_000)
  }
}

/** Makes the bank transfer arrive at the provider. */
async function arrive(page: Page, reference: string): Promise<void> {
  const list = await page.request.get(`/sandbox/paystack?find=${reference}`)
  const id = /payments\/(\d+)\/arrive/.exec(await list.text())?.[1] ?? ''
  await page.request.post(`/sandbox/paystack/payments/${id}/arrive`, { form: { back: 'list' } })
}

test('a parent pays with the link, on another phone, without logging in', async ({
  studentPage: page,
  student,
  browser,
}) => {
  await page.goto('/student/payment')
  await page.getByRole('button', { name: 'Make a link for a parent' }).click()
  const link = await page.getByLabel('Link for your parent').inputValue()

  const context = await browser.newContext({ baseURL: product.url })
  const parent = await context.newPage()
  const email = `parent-of-${student.username}@home.example`
  await parent.goto(link)
  await expect(parent.getByRole('heading', { level: 1, name: 'Pay for my child' })).toBeVisible()
  await expect(parent.getByText(student.username).first()).toBeVisible()
  await expect(parent.getByText('₦1,000')).toBeVisible()
  await payButton(parent).click()
  await expect(parent.getByText(/Email is required|Invalid email/)).toBeVisible()
  await parent.getByLabel('Your email').fill(email)
  await payButton(parent).click()
  await expect(checkoutOf(parent).getByText(email)).toBeVisible()
  await pay(checkoutOf(parent))
  await expect(parent.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  await expect(parent.getByRole('article', { name: 'Receipt' })).toContainText(student.username)
  await parent.reload()
  await expect(parent.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  const storedKeys = await parent.evaluate(() => [localStorage, sessionStorage].flatMap((store) => Object.keys(store)))
  expect(storedKeys).not.toContain('authToken')
  await parent.goto(link)
  await expect(parent.getByRole('heading', { name: `The account ${student.username} is paid` })).toBeVisible()
  await parent.goto(link.slice(0, -3))
  await expect(parent.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await context.close()

  for (const address of [email, student.email])
    await expect.poll(async () => (await receiptsTo(address)).join()).toContain(student.username)
  await page.goto('/student/payment')
  await expect(page.getByText('Your account is already paid.')).toBeVisible()
})

test('a parent who pays second reads that the payment will be refunded', async ({ student, studentPage, browser }) => {
  const { url } = await student.call(makePayLink, {})
  const context = await browser.newContext({ baseURL: product.url })
  const parent = await context.newPage()
  await parent.goto(url)
  await parent.getByLabel('Your email').fill('papa@home.example')
  await payButton(parent).click()
  await expect(checkoutOf(parent).getByRole('heading', { name: /Pay/ })).toBeVisible()
  await pay(await openCheckout(studentPage))
  await toDashboard(studentPage)
  await pay(checkoutOf(parent))
  await expect(parent.getByRole('heading', { level: 1, name: 'This account was paid twice' })).toBeVisible()
  await expect(parent.getByText('we will refund your payment')).toBeVisible()
  await expect(parent.getByText('Thank you')).toHaveCount(0)
  await expect(parent.getByRole('article', { name: 'Receipt' })).toContainText('Refund due')
  await context.close()
})

test('without the pop-up, a parent returns from the provider’s page to the payment link', async ({
  student,
  browser,
}) => {
  const { url } = await student.call(makePayLink, {})
  const context = await browser.newContext({ baseURL: product.url })
  const parent = await context.newPage()
  await parent.route('**/inline.js', (route) => route.abort())
  await parent.goto(url)
  await parent.getByLabel('Your email').fill('mama@home.example')
  await payButton(parent).click()
  await parent.waitForURL('**/sandbox/paystack/checkout/**')
  await pay(parent)
  await expect(parent.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  expect(await isPaid(student)).toBe(true)
  await context.close()
})

test('P-22 the page after paying refuses references that cannot be ours', async ({ studentPage: page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // A script that ran would open a dialog.
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const hostile = [
    '',
    '%3Cscript%3Ealert(1)%3C/script%3E',
    'javascript:alert(1)',
    'https://evil.example',
    '..%2F..%2Fpayment',
    'short',
    'short&redirect=https://evil.example&next=//evil.example&callback_url=javascript:alert(1)',
  ]
  for (const reference of hostile) {
    await page.goto(`/student/successss?reference=${reference}`)
    await expect(page.getByText('Invalid transaction. Redirecting...').first()).toBeVisible()
    await page.waitForURL('**/dashboard')
  }
  expect(asked.filter((url) => url.includes('/api/payments/verify') || !url.startsWith(product.url))).toEqual([])
  expect(dialogs).toEqual([])
})

test('after a refusal by the server, a link leads back to the payment page', async ({ studentPage: page }) => {
  await page.goto(`/student/successss?reference=${'a'.repeat(32)}`)
  await expect(page.getByText('Payment verification failed. Try again.').first()).toBeVisible()
  await page.waitForURL('**/payment')
  await expect(payButton(page)).toBeVisible()

  const json = { success: true, pending: false, payment: { isRefundDue: false } }
  await page.route('**/api/payments/verify', (route) => route.fulfill({ json }))
  await page.goto(`/student/successss?reference=${'a'.repeat(32)}`)
  await expect(page.getByText('Failed to update payment status. Contact support.').first()).toBeVisible()
  await page.waitForURL('**/payment')
})

test('the payment of another student looks like an unknown one', async ({ studentPage: page, student }) => {
  const other = await makeStudent(product.url)
  const { reference } = await other.call(initializePayment, { body: { method: 'checkout' } })
  await expect(student.call(verifyPayment, { body: { reference } })).rejects.toMatchObject({ status: 404 })
  await page.goto('/student/payment')
  const form = page.getByRole('region', { name: 'I was debited' })
  await form.getByRole('button', { name: 'Enter a reference' }).click()
  await form.getByLabel('Reference').fill(reference)
  await form.getByRole('button').click()
  await expect(form.getByText('We could not find a payment with this reference.')).toBeVisible()
})

test('only payment pages may load the provider’s script, whichever way they are reached', async ({
  studentPage: page,
  request,
}) => {
  const policyOf = async (path: string) =>
    (await request.get(product.url + path)).headers()['content-security-policy'] ?? ''
  for (const path of ['/student/payment', '/payment', '/pay-for-child', '/student/payment/'])
    expect(await policyOf(path)).toContain("frame-src 'self'")
  for (const path of ['/', '/student/dashboard', '/student/successss', '/student/receipt', '/sw.js'])
    expect(await policyOf(path)).not.toContain('frame-src')

  // Whether reached from the menu, by Back, or by a redirect within the app: the document always has the page's own
  // policy.
  const documents: string[] = []
  page.on('request', (one) => {
    if (one.isNavigationRequest() && one.frame() === page.mainFrame()) documents.push(new URL(one.url()).pathname)
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/student/dashboard')
  await page.getByRole('link', { name: 'Payment', exact: true }).click()
  await expect(payButton(page)).toBeVisible()
  await page.getByRole('link', { name: 'Baobab home' }).first().click()
  await expect(page.getByRole('link', { name: 'Start Now' }).first()).toBeVisible()
  await page.goBack()
  await expect(payButton(page)).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByText('Logout Successful')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(documents.filter((path) => path === '/student/payment').length).toBeGreaterThanOrEqual(1)
  expect(documents).toEqual(expect.arrayContaining(['/student/dashboard', '/student/payment', '/', '/student/login']))
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toContain('/student/login')
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('without a network the payment page comes from the cache, with its own policy', async ({
    studentPage: page,
  }) => {
    await page.goto('/student/dashboard')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto('/student/payment')
    await expect(payButton(page)).toBeVisible()
    await page.context().setOffline(true)
    const policyOf = async (path: string) => {
      const reply = await page.goto(path)
      expect(reply?.fromServiceWorker()).toBe(true)
      return reply?.headers()['content-security-policy'] ?? ''
    }
    expect(await policyOf('/student/dashboard')).not.toContain('frame-src')
    expect(await policyOf('/student/payment')).toContain("frame-src 'self'")
    await expect(page.getByText('Failed to load payments.')).toBeVisible()
    await page.context().setOffline(false)
    // It loads again by itself.
    await expect(payButton(page)).toBeVisible()
  })
})

test('Apple Pay is offered where the phone has it, and pays under our reference', async ({
  studentPage: page,
  student,
}) => {
  await page.goto('/student/payment')
  await expect(payButton(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /Apple Pay/ })).toHaveCount(0)
  await page.addInitScript(() => Object.assign(window, { ApplePaySession: { canMakePayments: () => true } }))
  await page.reload()
  await page.getByRole('button', { name: 'Use Apple Pay' }).click()
  await page.getByRole('button', { name: 'Apple Pay', exact: true }).click()
  await page.getByRole('button', { name: 'Pay with the sandbox wallet' }).click()
  await toDashboard(page)
  const { payments } = await student.call(listPayments, {})
  expect(payments).toMatchObject([{ state: 'succeeded', channel: 'apple_pay' }])
})

test('an unavailable provider is reported, and nothing is charged', async ({ studentPage: page, request }) => {
  await request.post(`${product.url}/sandbox/paystack/fault`, { form: { kind: 'error' } })
  try {
    await page.goto('/student/payment')
    await payButton(page).click()
    await expect(page.getByText(/^The payment service is not responding right now\. Nothing was charged/)).toBeVisible()
  } finally {
    await request.post(`${product.url}/sandbox/paystack/fault`, { form: { kind: '' } })
  }
})

test('the settings link to the payments, which open as a new document', async ({ studentPage: page }) => {
  await page.goto('/student/setting')
  await page.getByRole('link', { name: 'Go to my payments' }).click()
  await expect(payButton(page)).toBeVisible()
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toContain('/student/payment')
})

test('without scripts the pages say what they need', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/payment', '/student/successss']) {
    await page.goto(path)
    await expect(page.locator('noscript p')).toContainText('This page needs JavaScript.')
    await expect(page.locator('.logo').first()).toBeVisible()
  }
  await context.close()
})

test('every state of these pages fits a small phone and is accessible', async ({ studentPage: page, student }) => {
  const look = async () => {
    await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await expectAccessible(page, { exclude: 'iframe' })
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const checkout = await openCheckout(page)
  await expectAccessible(page)
  await checkout.getByRole('button', { name: 'Cancel payment' }).click()
  await page.getByRole('button', { name: 'Make a link for a parent' }).click()
  await expect(page.getByLabel('Link for your parent')).toBeVisible()
  await look()
  await page.goto((await student.call(makePayLink, {})).url)
  await expect(payButton(page)).toBeVisible()
  await look()
  await page.goto('/student/payment')
  await payButton(page).click()
  await pay(checkout)
  await toDashboard(page)
  const { payments } = await student.call(listPayments, {})
  for (const path of ['/student/payment', `/student/receipt?reference=${payments[0]?.reference}`, '/student/receipt']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await look()
  }
})
