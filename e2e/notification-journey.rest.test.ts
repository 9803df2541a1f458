// An admin writes a notification; the bell of an open page counts it without reloading; opening it marks it as read.
import { expect, openForAdmin, test } from './fixtures.ts'
import { passTimeBetweenCalls } from './page-clock.ts'
import { bell, fillContent } from './notification-form.ts'

test('a page without the stream polls; a failure keeps what was typed', async ({
  studentPage: page,
  student,
  browser,
  productUrl,
}) => {
  await page.clock.install()
  const passTime = passTimeBetweenCalls(page, '/api/notification', 30_000)
  await page.route('**/api/notifications/live', (route) => route.abort())
  await page.goto('/student/notification')
  await expect(page.getByText('No notifications found')).toBeVisible()

  const admin = await openForAdmin(browser, productUrl)
  await admin.goto('/admin/notification/form')
  await admin.getByRole('combobox', { name: 'Username' }).fill(student.username)
  await fillContent(admin, { title: 'Kept draft', update: 'Account', description: 'Nothing is lost.' })
  await admin.route('**/api/notification', (route) => route.fulfill({ status: 500, body: '{}' }))
  await admin.getByRole('button', { name: 'Send Notification' }).click()
  await expect(admin.getByText('Failed to send notification.')).toBeVisible()
  await expect(admin.getByLabel('Description')).toHaveValue('Nothing is lost.')
  await admin.unroute('**/api/notification')
  await admin.getByRole('button', { name: 'Send Notification' }).click()
  await expect(admin.getByText('Notification sent successfully!').first()).toBeVisible()
  await admin.context().close()

  await expect(async () => {
    await passTime()
    await expect(bell(page)).toHaveText(/1 new/, { timeout: 1_000 })
  }).toPass()
})
