// A message is closed, and many are changed at once.
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { expectAccessible } from './accessibility.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, test, waitForApp } from './fixtures.ts'
import { ADMIN } from './people.ts'

test('a message is closed without an answer and opened again', async ({ adminPage: page, productUrl }) => {
  const lastName = `Closed${Date.now()}`
  const body = { firstName: 'Bola', lastName, email: `b${Date.now()}@home.example`, message: 'Thank you!' }
  await createClient({ baseUrl: productUrl })(sendMessage, { body })
  await page.setViewportSize(laptop)
  await page.goto('/admin/messages?show=open')
  const row = page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name: new RegExp(lastName) })
  await row.click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText(/^Closed on/)).toBeVisible()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Open Again' }).click()
  await expect(row).toBeVisible()
})

for (const [name, size] of Object.entries({ laptop, phone }))
  test(`many messages are assigned, closed and marked at once, on a ${name}`, async ({
    adminPage: page,
    productUrl,
  }) => {
    const lastName = `Many${Date.now()}`
    for (const firstName of ['Ada', 'Bola', 'Chidi']) {
      const body = { firstName, lastName, email: `${firstName}@${lastName}.example`, message: 'Hello!' }
      await createClient({ baseUrl: productUrl })(sendMessage, { body })
    }
    await page.setViewportSize(size)
    await page.goto(`/admin/messages?search=${lastName}`)
    await waitForApp(page)
    const rows = page.getByRole('region', { name: 'Inbox' }).getByRole('listitem').filter({ hasText: lastName })
    await expect(rows).toHaveCount(3)
    const bar = page.getByRole('group', { name: 'Selected rows' })
    const act = async (button: string) => {
      await bar.getByRole('button', { name: button, exact: true }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    // The admin's other bulk actions may have an undo button too.
    const undo = (rowCount: number) =>
      page
        .locator('.row.between')
        .filter({ hasText: `${rowCount} messages changed.` })
        .getByRole('button', { name: 'Undo' })
        .press('Enter')
    await page.getByRole('checkbox', { name: `Select the message from Ada ${lastName}` }).press('Space')
    await page.getByRole('checkbox', { name: `Select the message from Bola ${lastName}` }).press('Space')
    await expect(bar).toContainText('2 messages selected')
    await expectFit(page)
    await bar.getByRole('button', { name: 'Assign' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Assigned to').selectOption(ADMIN.username)
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).press('Enter')
    await expect(rows.filter({ hasText: ADMIN.username })).toHaveCount(2)
    await undo(2)
    await expect(rows.filter({ hasText: ADMIN.username })).toHaveCount(0)

    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).press('Space')
    await act('Mark as read')
    await expect(page.getByText('Unread: ')).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).press('Space')
    await act('Close')
    await expect(rows.filter({ hasText: 'Closed' })).toHaveCount(3)
    await undo(3)
    await expect(rows.filter({ hasText: 'Closed' })).toHaveCount(0)
    await expectFit(page)
    await expectAccessible(page)
  })
