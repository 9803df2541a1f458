// An admin finds a payment, reads its history, records a refund, and sees the account locked again.
import { expectFit } from './fit.ts'
import { expect, openFor, test } from './fixtures.ts'
import { ADMIN } from './people.ts'
import { history, isPaid, openAndPay, rows } from './admin-payments.ts'

test('a refund of a part is shown wherever the payment is', async ({ adminPage: page, browser, productUrl }) => {
  const paid = await openAndPay(productUrl, 'at-once')
  await expect.poll(() => isPaid(paid)).toBe(true)
  await page.goto(`/admin/payment?reference=${paid.reference}`)
  await page.getByRole('button', { name: 'Record refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record this refund?' })
  await dialog.getByLabel('Amount in naira').fill('400')
  await dialog.getByLabel('Note').fill('Half of it, by bank transfer.')
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('₦400 of ₦1,000')
  await expect(page.getByText('Partly refunded')).toBeVisible()

  await page.goto(`/admin/payments?search=${paid.reference}`)
  await expect(rows(page)).toContainText('₦400 refunded')
  await expect(rows(page)).toContainText('Partly refunded')
  await expect(page.getByText('1 confirmed, ₦1,000, of which ₦400 refunded')).toBeVisible()
  await expectFit(page)
  await page.goto(`/admin/student?username=${paid.student.username}`)
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('₦400 refunded')

  const mine = await openFor(paid.student, browser, productUrl)
  await mine.goto('/student/payment')
  await expect(mine.getByRole('region', { name: 'Your payments' })).toContainText('Refunded: ₦400 of ₦1,000')
  await mine.goto(`/student/receipt?reference=${paid.reference}`)
  await expect(mine.getByRole('article', { name: 'Receipt' })).toContainText('₦400 of ₦1,000')
  await mine.context().close()
})

test('an admin checks a payment whose webhook was lost', async ({ adminPage: page, productUrl }) => {
  const paid = await openAndPay(productUrl, 'never')
  await page.goto(`/admin/payment?reference=${paid.reference}`)
  await page.getByRole('button', { name: 'Check with Paystack' }).click()
  await expect(history(page).last()).toContainText('Paid')
  await expect(history(page).last()).toContainText(new RegExp(`by ${ADMIN.username}|found by the automatic check`))
  await expect(page.getByText('Paid. It gives the student access.')).toBeVisible()
  expect(await isPaid(paid)).toBe(true)
})
