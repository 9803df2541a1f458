// Payments with complications: without a network, a pop-up or a provider, pending, paid twice.
import { initializePayment, listPayments, makePayLink } from '@baobab/contract/payments/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect } from './fixtures.ts'
import { test as base } from './own-product.ts'
import { passTimeBetweenCalls } from './page-clock.ts'
import { checkoutOf, isPaid, openCheckout, pay, payButton, toDashboard, usePaymentPage } from './checkout.ts'

const test = base.extend({
  studentPage: async ({ studentPage }, use) => usePaymentPage(studentPage, use),
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
    // On a busy machine the page itself may load before the network is off, but it gets no reply about the payment.
    await page.route('**/api/payments/verify', async (route) => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    })
    await pay(checkout)
    await expect(page.getByText('Verifying Payment...')).toBeVisible()
    await expect(page.getByText('Your payment is safe. We will continue when you are back online.')).toBeVisible()
    page.removeAllListeners('request')
    // A second try may be in flight, and its handler would turn the network off again.
    await page.unrouteAll({ behavior: 'wait' })
    await page.context().setOffline(false)
    await toDashboard(page)
    expect(await isPaid(student)).toBe(true)
  })
})

test('if the page after paying did not load, it reloads when the network returns', async ({ studentPage: page }) => {
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
  await request.post('/sandbox/paystack/fault', { form: { kind: 'error' } })
  try {
    await page.goto('/student/payment')
    await expect(
      page.getByText(/^The payment service is not responding right now\. We will keep checking/),
    ).toBeVisible()
    await expect(payButton(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Make a link for a parent' })).toHaveCount(0)
  } finally {
    await request.post('/sandbox/paystack/fault', { form: { kind: '' } })
  }
  await page.getByRole('button', { name: 'Check again', exact: true }).click()
  await expect(payButton(page)).toBeVisible()
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
  const passTime = passTimeBetweenCalls(page, '/api/payments', 10_000)
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

/** Makes the bank transfer arrive at the provider. */
async function arrive(page: Page, reference: string): Promise<void> {
  const list = await page.request.get(`/sandbox/paystack?find=${reference}`)
  const id = /payments\/(\d+)\/arrive/.exec(await list.text())?.[1] ?? ''
  await page.request.post(`/sandbox/paystack/payments/${id}/arrive`, { form: { back: 'list' } })
}

test('a parent who pays second reads that the payment will be refunded', async ({
  student,
  studentPage,
  browser,
  productUrl,
}) => {
  const { url } = await student.call(makePayLink, {})
  const context = await browser.newContext({ baseURL: productUrl })
  const parent = await context.newPage()
  await parent.goto(url)
  await parent.getByLabel('Your email').fill('papa@home.example')
  await payButton(parent).click()
  await expect(checkoutOf(parent).getByRole('heading', { name: /Pay/ })).toBeVisible()
  await pay(await openCheckout(studentPage))
  await toDashboard(studentPage)
  // The browser may stop drawing a page behind another one, and a click waits until the page is drawn.
  await parent.bringToFront()
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
  productUrl,
}) => {
  const { url } = await student.call(makePayLink, {})
  const context = await browser.newContext({ baseURL: productUrl })
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
  await request.post('/sandbox/paystack/fault', { form: { kind: 'error' } })
  try {
    await page.goto('/student/payment')
    await payButton(page).click()
    await expect(page.getByText(/^The payment service is not responding right now\. Nothing was charged/)).toBeVisible()
  } finally {
    await request.post('/sandbox/paystack/fault', { form: { kind: '' } })
  }
})
