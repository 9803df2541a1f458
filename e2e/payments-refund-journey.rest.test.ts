// An admin refunds payments through the sandbox's provider: in three clicks from the list, and again after a failure.
import type { Page } from '@playwright/test'
import { countClicks } from './clicks.ts'
import { expectFit } from './fit.ts'
import { expect, openFor, test } from './fixtures.ts'
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

test('a refund that failed needs an admin, and is asked for again', async ({ adminPage: page, productUrl }) => {
  const paid = await openPaid(productUrl)
  await fetch(`${productUrl}/sandbox/paystack/next-refund`, {
    method: 'POST',
    body: new URLSearchParams({ end: 'failed' }),
    redirect: 'manual',
  })
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
