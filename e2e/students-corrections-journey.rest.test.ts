// An admin corrects a student's school and date of birth, and changes the email, which its new owner confirms.
import { logInStudent } from '@baobab/contract/accounts/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit, phone } from './fit.ts'
import { expect, openFor, test } from './fixtures.ts'
import { findMailedLink } from './mailbox.ts'
import { makeStudent, PASSWORD, type Student } from './people.ts'

const open = async (page: Page, { username }: Student) => {
  await page.goto(`/admin/student?username=${username}`)
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
}

const corrections = (page: Page) => page.getByRole('region', { name: 'Corrections' })

async function correctSchool(page: Page, { username }: Student): Promise<void> {
  await page.getByRole('button', { name: 'Edit details' }).click()
  const dialog = page.getByRole('dialog', { name: `Correct the details of ${username}` })
  await dialog.getByLabel('School').fill('Unity School, Jos')
  await dialog.getByRole('button', { name: 'Save correction' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await expectFit(page)
  await dialog.getByLabel('Reason').fill('Her mother wrote to us.')
  await dialog.getByRole('button', { name: 'Save correction' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit details' })).toBeFocused()
  await expect(corrections(page)).toContainText('School: none → Unity School, Jos')
  await expectFit(page)
}

async function undoSchool(page: Page): Promise<void> {
  await corrections(page).getByRole('button', { name: 'Undo the correction of School' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo the correction of School?' })
  await dialog.getByLabel('Reason').fill('It was her sister.')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toBeHidden()
  await expect(corrections(page)).toContainText('School: Unity School, Jos → none')
}

test('an admin corrects the school and undoes it, and the student reads both in the settings', async ({
  adminPage: page,
  browser,
  productUrl,
}) => {
  await page.setViewportSize(phone)
  const student = await makeStudent(productUrl)
  await open(page, student)
  await correctSchool(page, student)
  const settings = await openFor(student, browser, productUrl)
  await settings.goto('/student/setting')
  await expect(settings.getByText(/^Changed by our team on .*: your school is now Unity School, Jos\.$/)).toBeVisible()
  await expect(settings.getByLabel('School')).toHaveValue('Unity School, Jos')
  await undoSchool(page)
  await settings.reload()
  await expect(settings.getByText(/^Changed by our team on .*: your school was removed\.$/)).toBeVisible()
  await settings.context().close()
})

test('an admin sees what another date of birth changes before correcting it', async ({
  adminPage: page,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  await open(page, student)
  await page.getByRole('button', { name: 'Edit date of birth' }).click()
  const dialog = page.getByRole('dialog', { name: `Correct the date of birth of ${student.username}` })
  await dialog.getByLabel('Date of birth').fill(`${new Date().getFullYear() - 8}-01-01`)
  await expect(dialog.getByText('The age group changes from 11-20 to 5-10.')).toBeVisible()
  await expect(dialog.getByText('The student has no points yet.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The month and day were swapped.')
  await dialog.getByRole('button', { name: 'Correct date' }).click()
  await expect(dialog).toBeHidden()
  await expect(corrections(page)).toContainText('Date of birth: 1 May 2012 → 1 Jan')
})

test('an admin changes the email, and its new owner confirms it by the mailed link', async ({
  adminPage: page,
  browser,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  const email = `new.${student.email}`
  await open(page, student)
  await page.getByRole('button', { name: 'Edit email' }).click()
  const dialog = page.getByRole('dialog', { name: `Change the email of ${student.username}` })
  await dialog.getByLabel('New email').fill(email)
  await dialog.getByLabel('Reason').fill('She lost her old mailbox.')
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(dialog).toBeHidden()
  await expect(corrections(page)).toContainText(`asked to change the email to ${email}`)
  const visitor = await (await browser.newContext({ baseURL: productUrl, viewport: phone })).newPage()
  const presentLink = await findMailedLink(productUrl, student.email, 'email-change')
  await visitor.goto(presentLink)
  await expect(visitor.getByRole('button', { name: 'This was not me' })).toBeVisible()
  await expect(visitor.getByText(email)).toHaveCount(0)
  await visitor.goto(await findMailedLink(productUrl, email, 'email-change'))
  await expect(visitor.getByText(email)).toBeVisible()
  await expect(visitor).toHaveURL(/\/email-change$/)
  await expectFit(visitor)
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'Yes, use this email' }).click()
  await expect(visitor.getByText('Your email has been changed. Log in with the new one.')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Go to Login' })).toBeFocused()
  const findFormerLink = () => findMailedLink(productUrl, student.email, 'email-change')
  await expect.poll(findFormerLink).not.toBe(presentLink)
  await visitor.goto(await findFormerLink())
  await expect(visitor.getByText('If this was not you, press the button')).toBeVisible()
  await expectFit(visitor)
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'This was not me' }).click()
  await expect(visitor.getByText('Our team will check the account')).toBeVisible()
  await visitor.context().close()
  const anyone = createClient({ baseUrl: productUrl })
  expect((await anyone(logInStudent, { body: { email, password: PASSWORD } })).authToken).toBeTruthy()
  await page.reload()
  await expect(corrections(page)).toContainText(`Email: ${student.email} → ${email}`)
  await expect(corrections(page)).toContainText('Cannot be undone: the new owner confirmed it.')
  await page.goto('/admin/messages')
  await page.getByText('This was not me: I did not ask for the new email').first().click()
  await expect(page.getByText(`new email of the account ${student.username}`).last()).toBeVisible()
})
