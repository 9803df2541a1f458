// Students and parents pay: by card, after a declined card, later, with the page closed, or with a payment link.
import { listPayments } from '@baobab/contract/payments/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { expect, test as base } from './fixtures.ts'
import { checkoutOf, isPaid, openCheckout, pay, payButton, toDashboard, usePaymentPage } from './checkout.ts'

const test = base.extend({
  studentPage: async ({ studentPage }, use) => usePaymentPage(studentPage, use),
})

type Mail = { subject: string; text: string }

/** Returns the receipts sent to an address. */
async function receiptsTo(productUrl: string, email: string): Promise<string[]> {
  const reply = await fetch(`${productUrl}/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)
  const mails = (await reply.json()) as Mail[]
  return mails.filter(({ subject }) => subject.includes('receipt')).map(({ text }) => text)
}

test('paying by card in the pop-up unlocks everything and sends a receipt', async ({
  studentPage: page,
  student,
  productUrl,
}) => {
  const video = (await student.call(listVideos, {})).find(({ isLocked }) => isLocked)
  await page.goto(`/student/videos?video=${video?._id}`)
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

  await page.goto(`/student/videos?video=${video?._id}`)
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
  await expect.poll(() => receiptsTo(productUrl, student.email)).toHaveLength(1)
  expect((await receiptsTo(productUrl, student.email))[0]).toContain(`Paid: ${time} (Lagos)`)

  await page.goto('/student/notification')
  await page.getByRole('button', { name: /We got your payment/ }).click()
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
  // Once the provider has replied, it has the money. The page is closed before it receives that reply.
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

test('returning to the page unlocks the account even without a webhook', async ({ studentPage: page, student }) => {
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

test('a parent pays with the link, on another phone, without logging in', async ({
  studentPage: page,
  student,
  browser,
  productUrl,
}) => {
  await page.goto('/student/payment')
  await page.getByRole('button', { name: 'Make a link for a parent' }).click()
  const link = await page.getByLabel('Link for your parent').inputValue()

  const context = await browser.newContext({ baseURL: productUrl })
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
    await expect.poll(async () => (await receiptsTo(productUrl, address)).join()).toContain(student.username)
  await page.goto('/student/payment')
  await expect(page.getByText('Your account is already paid.')).toBeVisible()
})
