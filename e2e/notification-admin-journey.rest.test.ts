// An admin takes back what was sent by mistake, sends to a group, and tests an email; a student stops optional emails.
import { sendNotification } from '@baobab/contract/notifications/admin.ts'
import { updateProfile } from '@baobab/contract/profile/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, openFor, test, waitForApp } from './fixtures.ts'
import { ADMIN, asAdmin, makeStudent } from './people.ts'

type Mail = { to: string; subject: string; text: string }

/** Waits for a mail with a given subject. */
async function findMail(productUrl: string, to: string, subject: string): Promise<Mail> {
  const find = async () => {
    const reply = await fetch(`${productUrl}/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)
    return ((await reply.json()) as Mail[]).find((mail) => mail.subject === subject)
  }
  await expect.poll(find).toBeDefined()
  return (await find()) as Mail
}

async function fillContent(page: Page, title: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Notification' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Update').selectOption({ label: 'Announcement' })
  await form.getByLabel('Description').fill('Hello all,\nwatch the new video.')
}

test('what was sent to everybody is taken back after a reload, and becomes a draft that can be discarded', async ({
  adminPage: page,
}) => {
  const title = `Too early ${Date.now()}`
  await page.goto('/admin/notification/form')
  await waitForApp(page)
  await page.getByRole('button', { name: 'Everyone' }).click()
  await fillContent(page, title)
  await page.getByRole('button', { name: 'Send Notification' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/goes to [\d,]+ students?\. You can take it back within 30 seconds\./)
  await dialog.getByRole('button', { name: 'Send Notification' }).click()

  const takeBack = page.getByRole('button', { name: `Take back ${title}` })
  await expect(takeBack).toBeVisible()
  await page.reload()
  await expect(page.getByRole('timer').first()).toHaveText(/^\d+ s$/)
  await expectFit(page)
  await expectAccessible(page)
  await takeBack.click()
  await expect(page.getByText('Taken back. No student has seen it.').first()).toBeVisible()

  await expect(page.getByText('We restored what you had typed.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByRole('button', { name: 'Everyone' })).toHaveAttribute('aria-pressed', 'true')
  await expectFit(page)
  await page.getByRole('button', { name: 'Discard Draft' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText('We restored what you had typed.')).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText('We restored what you had typed.')).toBeHidden()

  await page.goto('/admin/notification?state=canceled')
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Canceled')
})

test('a group shows how many students it reaches, and a test email goes only to the admin', async ({
  adminPage: page,
  browser,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  const school = `Reach School ${Date.now()}`
  await student.call(updateProfile, { params: { username: student.username }, body: { school } })
  const title = `For a group ${Date.now()}`
  await page.goto('/admin/notification/form')
  await waitForApp(page)
  await page.getByRole('button', { name: 'Group' }).click()
  await fillContent(page, title)
  await page.getByRole('button', { name: 'Send Notification' }).click()
  await expect(page.getByText('Please choose at least one condition.')).toBeVisible()
  await page.getByLabel('Have not paid').check()
  await expect(page.getByText(/^It reaches [\d,]+ students? now\.$/)).toBeVisible()
  await page.getByLabel('School').fill(school)
  await expect(page.getByText('It reaches 1 student now.')).toBeVisible()
  await page.getByLabel('In the app and by email').check()
  await expect(page.getByText('It reaches 1 student now, 1 of them also by email.')).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Send Test to Me' }).click()
  await expect(page.getByText(`A test email is on its way to ${ADMIN.email}.`).first()).toBeVisible()
  const testMail = await findMail(productUrl, ADMIN.email, `Test: ${title}`)
  expect(testMail.text).toMatch(/^Hello all,\nwatch the new video\./)

  await page.getByRole('button', { name: 'Send Notification' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Notification' }).click()
  const mail = await findMail(productUrl, student.email, title)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText(`Not paid, ${school}`)
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('1 email', { timeout: 2_000 })
  }).toPass()

  // The student stops such emails with the link, without logging in, and finds this choice in the settings.
  const link = /https?:\S+unsubscribe\S+/.exec(mail.text)?.[0] ?? ''
  const visitor = await browser.newPage({ baseURL: productUrl })
  await visitor.goto(link)
  await expect(visitor.getByText('Do you want to stop our emails about news and quizzes?')).toBeVisible()
  await waitForApp(visitor)
  expect(visitor.url()).not.toContain('token')
  await visitor.getByRole('button', { name: 'Stop These Emails' }).click()
  await expect(visitor.getByText('You no longer get our emails about news and quizzes.')).toBeVisible()
  await expectFit(visitor)
  await expectAccessible(visitor)
  await visitor.close()
  const settings = await openFor(student, browser, productUrl)
  await settings.goto('/student/setting')
  const box = settings.getByLabel('Send me emails about news and quizzes')
  await expect(box).not.toBeChecked()
  await Promise.all([settings.waitForResponse((reply) => reply.request().method() === 'PUT'), box.check()])
  await settings.reload()
  await expect(box).toBeChecked()
  await settings.context().close()
})

test('what the product sent is in a separate list, and the address keeps the filters', async ({ adminPage: page }) => {
  await page.goto('/admin/notification')
  await waitForApp(page)
  await page.getByRole('button', { name: 'Automatic' }).click()
  await expect(page).toHaveURL(/from=product/)
  await page.getByLabel('Update').selectOption({ label: 'Payment' })
  await page.getByRole('button', { name: 'Scheduled' }).click()
  await expect(page).toHaveURL(/from=product&update=payment&state=scheduled/)
  await page.reload()
  await expect(page.getByLabel('Update')).toHaveValue('payment')
  await expect(page.getByRole('button', { name: 'Scheduled' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Failed emails' }).click()
  await expect(page.getByText('No failed emails')).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)
})

for (const [name, size] of Object.entries({ laptop, phone }))
  test(`scheduled notifications are canceled together, on a ${name}`, async ({ adminPage: page, productUrl }) => {
    const { call } = await asAdmin(productUrl)
    const { username } = await makeStudent(productUrl)
    const title = `Many ${Date.now()}`
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const body = { username, title, update: 'quiz', description: 'Hello.', method: 'in-app', publishAt } as const
    for (const number of [1, 2]) await call(sendNotification, { body: { ...body, title: `${title} ${number}` } })
    await page.setViewportSize(size)
    await page.goto('/admin/notification?state=scheduled&update=quiz')
    await waitForApp(page)
    for (const number of [1, 2])
      await page.getByRole('checkbox', { name: `Select ${title} ${number} to ${username}` }).press('Space')
    const bar = page.getByRole('group', { name: 'Selected rows' })
    await expect(bar).toContainText('2 notifications selected')
    await expectFit(page)
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Cancel' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 notifications?' })
    await dialog.getByRole('button', { name: 'Cancel notifications' }).press('Enter')
    await expect(page.getByText('2 notifications canceled.').last()).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(0)
    await expectFit(page)
  })
