// The payment pages: which addresses and references they accept, which scripts they load, and how they look.
import { initializePayment, listPayments, makePayLink, verifyPayment } from '@baobab/contract/payments/endpoints.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test as base } from './fixtures.ts'
import { makeStudent } from './people.ts'
import { expectOutcome, openCheckout, pay, payButton, toDashboard, usePaymentPage } from './checkout.ts'

const test = base.extend({
  studentPage: async ({ studentPage }, use) => usePaymentPage(studentPage, use),
})

test('P-22 the page after paying refuses references that cannot be ours', async ({ studentPage: page, productUrl }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // If a script from the address ran, it would open a dialog.
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
    await page.waitForURL('**/dashboard')
    await expectOutcome(page, 'invalid')
  }
  expect(asked.filter((url) => url.includes('/api/payments/verify') || !url.startsWith(productUrl))).toEqual([])
  expect(dialogs).toEqual([])
})

test('after a refusal by the server, a link leads back to the payment page', async ({ studentPage: page }) => {
  await page.goto(`/student/successss?reference=${'a'.repeat(32)}`)
  await page.waitForURL('**/payment')
  await expectOutcome(page, 'refused')
  await expect(payButton(page)).toBeVisible()

  const json = { success: true, pending: false, payment: { isRefundDue: false } }
  await page.route('**/api/payments/verify', (route) => route.fulfill({ json }))
  await page.goto(`/student/successss?reference=${'a'.repeat(32)}`)
  await page.waitForURL('**/payment')
  await expectOutcome(page, 'failed')
})

test("another student's payment looks like an unknown one", async ({ studentPage: page, student, productUrl }) => {
  const other = await makeStudent(productUrl)
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
  const policyOf = async (path: string) => (await request.get(path)).headers()['content-security-policy'] ?? ''
  for (const path of ['/student/payment', '/payment', '/pay-for-child', '/student/payment/'])
    expect(await policyOf(path)).toContain("frame-src 'self'")
  for (const path of ['/', '/student/dashboard', '/student/successss', '/student/receipt', '/sw.js'])
    expect(await policyOf(path)).not.toContain('frame-src')

  // Whether reached from the menu, by Back, or by a redirect within the app, the document always has the page's own policy.
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

  test('the payment page comes from the cache, with its own policy', async ({ studentPage: page }) => {
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
    // The page loads again on its own.
    await expect(payButton(page)).toBeVisible()
  })
})

test('the settings link to the payments, which open as a new document', async ({ studentPage: page }) => {
  await page.goto('/student/setting')
  await page.getByRole('link', { name: 'Go to my payments' }).click()
  await expect(payButton(page)).toBeVisible()
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toContain('/student/payment')
})

test('without scripts the pages say what they need', async ({ browser, productUrl }) => {
  const context = await browser.newContext({ baseURL: productUrl, javaScriptEnabled: false })
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
