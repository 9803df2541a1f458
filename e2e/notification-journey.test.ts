// An admin writes a notification; the bell on an open page counts it without reloading; opening it marks it as read.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { Page } from '@playwright/test'
import { expectFit, phone } from './fit.ts'
import { expect, openForAdmin, openFor, test } from './fixtures.ts'
import { passTimeBetweenCalls } from './page-clock.ts'
import { makeStudent, type Student } from './people.ts'

/** Finds the link to the notifications that is visible at this width. */
const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ }).filter({ visible: true })

/** Finds a notification's row in the admin table. */
const rowFor = (admin: Page, title: string) => admin.getByRole('row').filter({ hasText: title })

async function fillContent(
  admin: Page,
  content: { title: string; update: string; description: string },
): Promise<void> {
  const form = admin.getByRole('form', { name: 'Notification' })
  await form.getByLabel('Title').fill(content.title)
  await form.getByLabel('Update').selectOption({ label: content.update })
  await form.getByLabel('Description').fill(content.description)
}

async function findStudent(admin: Page, { username }: Student): Promise<void> {
  const field = admin.getByRole('combobox', { name: 'Username' })
  await field.fill(username.slice(0, 6))
  const list = admin.getByRole('listbox', { name: 'Students' })
  const option = list.getByRole('option', { name: username })
  await expect(option).toBeVisible()
  await field.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveCount(1)
  await option.click()
  await expect(field).toHaveValue(username)
  await expect(list).toBeHidden()
}

async function sendToOne(admin: Page, student: Student, title: string): Promise<void> {
  await admin.goto('/admin/notification')
  await admin.getByRole('link', { name: 'Send Notification' }).first().click()
  await admin.getByRole('button', { name: 'Send Notification' }).click()
  await expect(admin.getByText('All fields are required!')).toHaveCount(4)
  await fillContent(admin, { title, update: 'Payment', description: 'Thank you.\nAll stories are open now.' })
  await expect(admin.getByRole('region', { name: 'Preview' })).toContainText(title)
  await admin.getByRole('combobox', { name: 'Username' }).fill('nobody-here')
  await admin.getByRole('button', { name: 'Send Notification' }).click()
  await expect(admin.getByText('No student has this username.')).toBeVisible()
  await expect(admin.getByLabel('Title')).toHaveValue(title)
  await findStudent(admin, student)
  await admin.getByRole('button', { name: 'Send Notification' }).click()
  await expect(admin.getByText('Notification sent successfully!').first()).toBeVisible()
  await expect(rowFor(admin, title)).toContainText(/Sent/)
  await expect(rowFor(admin, title)).toContainText(student.username)
}

async function sendToAll(admin: Page, title: string): Promise<void> {
  await admin.goto('/admin/notification/form')
  await admin.getByRole('button', { name: 'Everyone' }).click()
  await fillContent(admin, { title, update: 'Announcement', description: 'To everybody.' })
  await admin.getByRole('button', { name: 'Send Notification' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog).toContainText('Send this to all students?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await admin.reload()
  await expect(admin.getByLabel('Title')).toHaveValue(title)
  await expect(admin.getByText('We restored what you had typed.')).toBeVisible()
  await admin.getByRole('button', { name: 'Send Notification' }).click()
  await dialog.getByRole('button', { name: 'Send Notification' }).click()
  // "Success messages: […] 'Notification sent to all users!'", at once, and while it can be taken back.
  await expect(admin.getByText('Notification sent to all users!').first()).toBeVisible({ timeout: 3_000 })
  const takeBack = admin.getByRole('button', { name: `Take back ${title}` })
  await expect(takeBack).toHaveText('Take back')
  await admin.getByRole('link', { name: 'Setting' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Setting' })).toBeVisible()
  await expect(takeBack).toBeVisible()
  await admin.goto('/admin/notification')
}

async function scheduleAndCancel(admin: Page, title: string): Promise<void> {
  await admin.goto('/admin/notification/form')
  await admin.getByRole('button', { name: 'Category' }).click()
  await admin.getByLabel('Age category').selectOption('11-20')
  await fillContent(admin, { title, update: 'Quiz', description: 'Five quizzes in five days.' })
  await admin.getByLabel('Later').check()
  await admin.getByLabel('Date and time').fill('2020-01-05T09:00')
  await admin.getByRole('button', { name: 'Schedule Notification' }).click()
  await expect(admin.getByText('Please choose a time in the future.')).toBeVisible()
  const soon = lagosDate(new Date(Date.now() + 30 * 24 * 3_600_000))
  await admin.getByLabel('Date and time').fill(`${soon}T09:00`)
  await admin.getByRole('button', { name: 'Schedule Notification' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog).toContainText('9:00 am')
  await dialog.getByRole('button', { name: 'Schedule Notification' }).click()
  await expect(admin.getByText('Notification scheduled successfully!').first()).toBeVisible()

  await admin.getByRole('link', { name: `Change ${title}` }).click()
  await expect(admin.getByLabel('Date and time')).toHaveValue(`${soon}T09:00`)
  await admin.getByLabel('Title').fill(`${title}, changed`)
  await admin.getByRole('button', { name: 'Save Changes' }).click()
  await expect(admin.getByText('Notification changed successfully!').first()).toBeVisible()

  await admin.getByRole('button', { name: 'Scheduled' }).click()
  await admin.getByRole('button', { name: `Cancel ${title}, changed` }).click()
  await dialog.getByRole('button', { name: 'Cancel Notification' }).click()
  await expect(admin.getByText('The notification will not be sent.').first()).toBeVisible()
  await admin.getByRole('button', { name: 'Canceled' }).click()
  await expect(rowFor(admin, `${title}, changed`)).toContainText('Canceled')
}

test("a message reaches its student's open page", async ({ browser, productUrl }) => {
  const student = await makeStudent(productUrl)
  const [page, admin] = [await openFor(student, browser, productUrl), await openForAdmin(browser, productUrl)]
  await page.setViewportSize(phone)
  const [own, all, later] = [`Paid ${student.username}`, `Hello ${student.username}`, `Week ${student.username}`]

  const stream = page.waitForResponse('**/api/notifications/live')
  await page.goto('/student/dashboard')
  await stream
  await expect(bell(page)).not.toContainText('new')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await sendToOne(admin, student, own)
  await expect(bell(page)).toHaveText(/1 new/)
  await sendToAll(admin, all)
  await scheduleAndCancel(admin, later)
  // The notification waited for 30 seconds, during which it could be taken back.
  await expect(bell(page)).toHaveText(/2 new/)
  await expectFit(admin)
  await admin.context().close()

  await bell(page).click()
  const list = page.getByRole('list', { name: 'Notifications' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expectFit(page)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  const notification = list.getByRole('listitem').filter({ hasText: own })
  await notification.getByRole('button').click()
  await expect(notification).toContainText('All stories are open now.')
  for (const fact of [/ID\s*N-\d+/, /Update\s*Payment/, /Date\s*\d+ \w+ \d{4}/])
    await expect(notification).toContainText(fact)
  await expect(notification).not.toContainText('New')
  await expect(bell(page)).toHaveText(/1 new/)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).not.toContainText('new')
  await page.reload()
  await expect(list.getByText('New', { exact: true })).toHaveCount(0)
  await page.context().close()
})

test('a page without the stream polls, and a failure keeps what was typed', async ({
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
