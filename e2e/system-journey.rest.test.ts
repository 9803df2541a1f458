// An owner sees in the menu that background jobs failed, and on System what to do: reads why, and runs them again or discards them.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, openForAdmin } from './fixtures.ts'
import { test } from './own-product.ts'
import { queryDatabase } from './product.ts'

const failedRows = (page: Page) => page.getByRole('region', { name: 'Failed jobs' }).locator('tbody').getByRole('row')
const queueRow = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Queues and schedules' }).locator('tbody').getByRole('row', { name })

async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, { onlyColours: colorScheme === 'dark' })
  }
}

test('failed jobs are counted in the menu, listed with their reasons, and can be run again or discarded', async ({
  browser,
  ownProduct,
}) => {
  // A job fails permanently only after hours.
  const query = (statement: string) => queryDatabase(ownProduct, statement)
  await query(`insert into pgboss.job (name, data, state, output, retry_count, retry_limit, started_on, completed_on)
    select 'account-mails', '{"kind": "reset-link", "resetId": "00000000-0000-4000-8000-000000000000"}', 'failed',
      '{"message": "connect ECONNREFUSED 127.0.0.1:25"}', 20, 20, now(), now() - n * interval '1 minute'
    from generate_series(1, 27) as n`)
  await query(`insert into pgboss.job (name, data, state, output, retry_count, retry_limit, started_on, completed_on) values
    ('erased-files', '{"key": "pictures/none.webp"}', 'failed', '{"message": "EACCES: permission denied"}', 20, 20, now(), now())`)
  const page = await openForAdmin(browser, ownProduct.url)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /^System.*28 failed$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: /need your attention: .*Emails, Background jobs/ }),
  ).toBeVisible()
  await expect(failedRows(page)).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2 * 900)
  await page.getByRole('listitem', { name: 'Emails' }).getByRole('link', { name: 'See failed jobs' }).click()
  await expect(failedRows(page)).toHaveCount(25)
  await expect(failedRows(page).first()).toContainText('Delete files of erased accounts')
  await expect(failedRows(page).first()).toContainText('EACCES: permission denied')
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(failedRows(page)).toHaveCount(3)
  await page.getByLabel('Show').selectOption('Delete files of erased accounts')
  await expect(failedRows(page)).toHaveCount(1)
  await failedRows(page)
    .getByRole('button', { name: /^Try again/ })
    .click()
  await expect(page.getByText('The job will run again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing has failed' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all queues' }).click()

  await expect(failedRows(page)).toHaveCount(25)
  await failedRows(page)
    .first()
    .getByRole('button', { name: /^Discard/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(queueRow(page, /account-mails/)).toContainText('27 failed')
  await failedRows(page)
    .first()
    .getByRole('button', { name: /^Discard/ })
    .click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('The job was discarded.')).toBeVisible()

  await page.getByRole('button', { name: /^Try all again: Emails about accounts/ }).click()
  await expect(page.getByText('26 jobs will run again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing has failed' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^System/ })).not.toContainText('failed')
  await expect(queueRow(page, /Check open payments with Paystack/)).toContainText('on a schedule')
})

test('without a network the page keeps what it shows, says so, and can be reloaded', async ({
  browser,
  ownProduct,
}) => {
  const page = await openForAdmin(browser, ownProduct.url)
  await page.goto('/admin/system')
  await page.getByRole('button', { name: 'Details for engineers' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing has failed' })).toBeVisible()
  await page.route('**/admin/failed-jobs?*', (route) => route.abort())
  await page.getByLabel('Show').selectOption('Receipts by email')
  await expect(page.getByRole('heading', { name: 'Failed to load the failed jobs.' })).toBeVisible()
  await expect(queueRow(page, /Receipts by email/)).toBeVisible()
  await page.unroute('**/admin/failed-jobs?*')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page.getByText('No job in this queue failed in the last week.')).toBeVisible()
})
