// An admin finds a payment, reads its history, records a refund, and sees the account locked again.
import { readFile } from 'node:fs/promises'
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import { listExports } from '@baobab/contract/exports/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectFit } from './fit.ts'
import { expect, openFor, test } from './fixtures.ts'
import { isPaid, openAndPay, type Paid } from './paid-payments.ts'
import { ADMIN } from './people.ts'

const RECORD = 'Already refunded elsewhere? Record it'

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Payments', exact: true }).locator('tbody').getByRole('row')

async function find(page: Page, { student, reference }: Paid): Promise<void> {
  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await page.getByLabel('Search payments').fill(reference.slice(0, 12))
  await expect(page).toHaveURL(new RegExp(`search=${reference.slice(0, 12)}`))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(student.username)
  await expect(rows(page)).toContainText('₦1,000')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Refunded')
  await expect(page.getByRole('heading', { name: 'No payments found.' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all payments' }).click()
  await page.getByLabel('Search payments').fill(student.username)
  // Otherwise the search, which starts after a pause in typing, could leave the page that the next click opens.
  await expect(page).toHaveURL(new RegExp(`search=${student.username}`))
  await expect(rows(page)).toHaveCount(1)
  await expectFit(page)
  await page.getByRole('link', { name: `History of ${reference}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await expectFit(page)
}

const history = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('listitem')

async function noteRefund(page: Page): Promise<void> {
  await page.getByRole('button', { name: RECORD }).click()
  const dialog = page.getByRole('dialog', { name: 'Record this refund?' })
  await expect(dialog).toContainText('loses access')
  await dialog.getByLabel('Amount in naira').fill('1000.01')
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog.getByText('Note is required')).toBeVisible()
  await expect(dialog.getByText('Amount must be in naira, up to ₦1,000')).toBeVisible()
  await dialog.getByLabel('Amount in naira').fill('1,000')
  await dialog.getByLabel('Note').fill('Paid back by bank transfer.')
  await dialog.getByRole('button', { name: 'Record refund' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeFocused()
}

async function exportOne(page: Page, { student, reference }: Paid): Promise<void> {
  await page.goto(`/admin/payments?search=${reference}`)
  await expect(rows(page)).toHaveCount(1)
  const [reply] = await Promise.all([
    page.waitForResponse('**/admin/exports'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const { exports } = declarationOf(listExports).reply.parse(await reply.json())
  const dialog = page.getByRole('dialog', { name: 'Export payments' })
  await dialog.getByRole('button', { name: 'Create file' }).click()
  const before = exports.filter(({ what }) => what === 'payments').length
  await expect(dialog.getByRole('listitem')).toHaveCount(before + 1)
  const file = dialog.getByRole('listitem').first()
  await expect(file).toContainText('by a search')
  await expect(file).toContainText('CSV, 1 row')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('button', { name: /^Download/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('payments.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(reference)
  expect(lines[1]).toContain(student.username)
  expect(lines[1]).toContain('refunded')
}

test('a payment is found, read, marked as refunded, and exported', async ({ adminPage: page, productUrl }) => {
  const paid = await openAndPay(productUrl, 'at-once')
  await expect.poll(() => isPaid(paid)).toBe(true)
  await find(page, paid)
  await expect(history(page)).toContainText(['Started', 'Message from Paystack', 'Paid'])
  await expect(page.getByText('Paid. It gives the student access.')).toBeVisible()
  await noteRefund(page)
  await expect(history(page).last()).toContainText('Refunded')
  await expect(history(page).last()).toContainText('“Paid back by bank transfer.”')
  await expect(page.getByText('Refunded. It no longer gives access.')).toBeVisible()
  await expect(page.getByRole('button', { name: RECORD })).toHaveCount(0)
  expect(await isPaid(paid)).toBe(false)
  await page.getByRole('link', { name: paid.student.username }).click()
  await expect(page.getByRole('heading', { level: 1, name: paid.student.username })).toBeVisible()
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments).toContainText('Refunded')
  await expect(payments.getByRole('link', { name: `History of ${paid.reference}` })).toBeVisible()
  await expectFit(page)
  await exportOne(page, paid)
})

test('a partial refund is shown wherever the payment is', async ({ adminPage: page, browser, productUrl }) => {
  const paid = await openAndPay(productUrl, 'at-once')
  await expect.poll(() => isPaid(paid)).toBe(true)
  await page.goto(`/admin/payment?reference=${paid.reference}`)
  await page.getByRole('button', { name: RECORD }).click()
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
