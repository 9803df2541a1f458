// An admin refunds payments through the sandbox's provider: in three clicks from the list or from Home, again after a failure, and in
// two ways if Paystack needs a bank account.
import type { Page } from '@playwright/test'
import { countClicks } from './clicks.ts'
import { expectFit } from './fit.ts'
import { expect, openFor, test, waitForApp } from './fixtures.ts'
import { isPaid, openAndPay, type Paid } from './paid-payments.ts'

const refunds = (page: Page) => page.getByRole('region', { name: 'Refunds', exact: true })

/** Reloads a payment's page until it shows what jobs and webhooks have done. */
const expectSoon = (page: Page, text: string) =>
  expect(async () => {
    await page.reload()
    await expect(refunds(page)).toContainText(text, { timeout: 10_000 })
  }).toPass()

async function openPaid(productUrl: string): Promise<Paid> {
  const paid = await openAndPay(productUrl, 'at-once')
  await expect.poll(() => isPaid(paid)).toBe(true)
  return paid
}

test('a payment is refunded in three clicks from the list', async ({ adminPage: page, browser, productUrl }) => {
  const paid = await openPaid(productUrl)
  await page.goto(`/admin/payments?search=${paid.student.username}`)
  const clicks = countClicks()
  await clicks.click(page.getByRole('link', { name: `History of ${paid.reference}` }))
  await clicks.click(page.getByRole('button', { name: 'Refund', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Refund this payment?' })
  await expect(dialog.getByLabel('Amount in naira')).toHaveValue('1000')
  await expect(dialog).toContainText(`${paid.student.username} loses access`)
  await expect(dialog).toContainText('The student then reads “Your payment was refunded”')
  await expect(dialog).toContainText('money that was sent cannot be called back')
  await clicks.click(dialog.getByRole('button', { name: 'Refund' }))
  await expect(dialog).toBeHidden()
  expect(clicks.count()).toBeLessThanOrEqual(3)
  await expect(refunds(page)).toContainText('₦1,000')
  await expectSoon(page, 'Paystack has sent the money')
  await expect(page.getByText('Refunded. It no longer gives access.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await expectFit(page)
  expect(await isPaid(paid)).toBe(false)

  const mine = await openFor(paid.student, browser, productUrl)
  await mine.goto('/student/notification')
  await expect(mine.getByText('Your payment was refunded')).toHaveCount(1)
  await mine.context().close()
})

const chooseNextRefund = (productUrl: string, end: string) =>
  fetch(`${productUrl}/sandbox/paystack/next-refund`, {
    method: 'POST',
    body: new URLSearchParams({ end }),
    redirect: 'manual',
  })

/** Refunds a payment from Home, where the palette finds it by its student. Counts the clicks. */
async function refundFromHome(page: Page, { student, reference }: Paid): Promise<number> {
  await page.goto('/admin')
  await waitForApp(page)
  const clicks = countClicks()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find' })
  await palette.getByRole('combobox').fill(student.username)
  await clicks.click(palette.getByRole('group', { name: 'Payments' }).getByText(reference))
  await clicks.click(page.getByRole('button', { name: 'Refund', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Refund this payment?' })
  await clicks.click(dialog.getByRole('button', { name: 'Refund' }))
  await expect(dialog).toBeHidden()
  return clicks.count()
}

test('a refund that needs a bank account, three clicks from Home, goes on once the account is entered', async ({
  adminPage: page,
  productUrl,
}) => {
  const paid = await openPaid(productUrl)
  await chooseNextRefund(productUrl, 'needs-attention')
  expect(await refundFromHome(page, paid)).toBe(3)
  await expectSoon(page, 'Needs bank details')
  await page.getByRole('button', { name: 'Enter the payer’s bank account' }).click()
  const dialog = page.getByRole('dialog', { name: 'The payer’s bank account' })
  await expect(dialog).toContainText('Paystack could not return ₦1,000')
  await dialog.getByLabel('Account number').fill('12345')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('Choose a bank', { exact: true }).last()).toBeVisible()
  await expect(dialog.getByText('Account number must have 10 digits')).toBeVisible()
  await expectFit(page)
  await dialog.getByLabel('Bank', { exact: true }).selectOption('Access Bank')
  await dialog.getByLabel('Account number').fill('0000000000')
  await dialog.getByRole('button', { name: 'Next' }).click()
  const confirm = page.getByRole('dialog', { name: 'Send this bank account to Paystack?' })
  await expect(confirm).toContainText('Paystack does not know whose account this is')
  await confirm.getByRole('button', { name: 'Send to Paystack' }).click()
  await expect(confirm.getByText('Check the account with the payer first')).toBeVisible()
  await expect(confirm.getByLabel('I checked with the payer that 0000000000 is the right account')).not.toBeChecked()
  await expectFit(page)
  await confirm.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByLabel('Bank', { exact: true })).toHaveValue('1')
  await dialog.getByLabel('Account number').fill('0123456785')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(confirm).toContainText('The account belongs to ADA OBI. Is that the payer?')
  await expectFit(page)
  await confirm.getByRole('button', { name: 'Send to Paystack' }).click()
  await expect(confirm).toBeHidden()
  await expect(refunds(page)).toContainText('Bank account sent by')
  await expectSoon(page, 'Paystack has sent the money')
  await expect(page.getByText('0123456785')).toHaveCount(0)
  expect(await isPaid(paid)).toBe(false)
})

test('a refund made in another way ends the stuck one, and says so if Paystack makes it too', async ({
  adminPage: page,
  productUrl,
}) => {
  const paid = await openPaid(productUrl)
  await chooseNextRefund(productUrl, 'needs-attention')
  await refundFromHome(page, paid)
  await expectSoon(page, 'Needs bank details')
  await page.getByRole('button', { name: 'It was refunded in another way' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record this refund?' })
  await expect(dialog).toContainText('This ends the refund that waits for a bank account')
  await expectFit(page)
  await dialog.getByLabel('Note').fill('By a transfer from our bank.')
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog).toBeHidden()
  await expect(refunds(page)).toContainText('It was refunded in another way, so this refund was ended here.')
  await expect(page.getByText('Refunded. It no longer gives access.')).toBeVisible()

  const list = await (await fetch(`${productUrl}/sandbox/paystack?find=${paid.reference}`)).text()
  const id = /payments\/(\d+)/.exec(list)?.[1] ?? ''
  const body = new URLSearchParams({ back: 'payment' })
  await fetch(`${productUrl}/sandbox/paystack/payments/${id}/finish-refund`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  await expectSoon(page, 'The payer got the money twice')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Refund to check')
  await page.getByRole('button', { name: 'Nothing more to do' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).not.toContainText('Refund to check')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Refund to check')
})

test('a refund that failed needs an admin, and is asked for again', async ({ adminPage: page, productUrl }) => {
  const paid = await openPaid(productUrl)
  await chooseNextRefund(productUrl, 'failed')
  const refundPart = async (amount: string) => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund this payment?' })
    await dialog.getByLabel('Amount in naira').fill(amount)
    await expect(dialog).toContainText('The student gets no message about a part')
    await dialog.getByLabel('Reason').selectOption('Another reason')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog.getByText('Say why in a few words')).toBeVisible()
    await dialog.getByLabel('Note').fill('Half of it was a gift.')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.goto(`/admin/payment?reference=${paid.reference}`)
  await refundPart('400')
  await expectSoon(page, 'Paystack could not make it')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Refund to check')
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: /payments? needs? attention/ })).toBeVisible()
  await page.goto(`/admin/payments?attention=yes&search=${paid.reference}`)
  await expect(page.getByRole('row', { name: new RegExp(paid.student.username) })).toContainText('Refund to check')

  await page.goto(`/admin/payment?reference=${paid.reference}`)
  await refundPart('400')
  await expectSoon(page, 'Paystack has sent the money')
  await expect(page.getByText('Partly refunded')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('₦400 of ₦1,000')
  expect(await isPaid(paid)).toBe(true)
})
