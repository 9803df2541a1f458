// An admin finds a payment, reads its history, records a refund, and sees the account locked again.
import { readFile } from 'node:fs/promises'
import { declarationOf } from '@baobab/contract/declaration.ts'
import { listExports } from '@baobab/contract/exports.ts'
import type { Page } from '@playwright/test'
import { expectFit } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { history, isPaid, openAndPay, rows, type Paid } from './admin-payments.ts'

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
  // Otherwise the search, which starts when typing pauses, could leave the page that the next click opens.
  await expect(page).toHaveURL(new RegExp(`search=${student.username}`))
  await expect(rows(page)).toHaveCount(1)
  await expectFit(page)
  await page.getByRole('link', { name: `History of ${reference}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await expectFit(page)
}

async function noteRefund(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record this refund?' })
  await expect(dialog).toContainText('loses access if no other payment was made')
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
  await expect(page.getByRole('button', { name: 'Record refund' })).toHaveCount(0)
  expect(await isPaid(paid)).toBe(false)
  await page.getByRole('link', { name: paid.student.username }).click()
  await expect(page.getByRole('heading', { level: 1, name: paid.student.username })).toBeVisible()
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments).toContainText('Refunded')
  await expect(payments.getByRole('link', { name: `History of ${paid.reference}` })).toBeVisible()
  await expectFit(page)
  await exportOne(page, paid)
})
