// People change their own accounts: a student's picture, an admin's password.
import { fileURLToPath } from 'node:url'
import { inviteAdmin, logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { listAdminSessions } from '@baobab/contract/accounts/sessions.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findMailedLink } from './mailbox.ts'
import { asAdmin, registration } from './people.ts'

const NEW_PASSWORD = 'Papaya9tree'
const PICTURE = fileURLToPath(new URL('../docs/screenshot.webp', import.meta.url))

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('a student uploads a picture, sees it, and deletes it', async ({ studentPage: page, student }) => {
  await page.goto('/student/setting')
  const card = page.getByRole('region', { name: 'Profile' })
  await expect(field(page, 'Username')).toHaveValue(student.username)
  const picture = card.locator('img')
  await expect(picture).toHaveCount(0)

  await card.getByLabel('Profile picture').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('This is no picture.'),
  })
  await expect(card.getByRole('alert')).toContainText('This file is not a picture we can use.')

  await card.getByLabel('Profile picture').setInputFiles(PICTURE)
  await expect(page.getByText('Profile updated successfully!').first()).toBeVisible()
  await expect(picture).toHaveCount(1)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.reload()
  await expect(picture).toHaveCount(1)

  await card.getByRole('button', { name: 'Delete Avatar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your picture?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(picture).toHaveCount(1)
  await card.getByRole('button', { name: 'Delete Avatar' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(picture).toHaveCount(0)
  await page.reload()
  await expect(field(page, 'Username')).toHaveValue(student.username)
  await expect(picture).toHaveCount(0)
})

/** Registers an admin through an invitation. */
async function makeAdmin(productUrl: string): Promise<{ email: string; password: string }> {
  const { username, email } = registration()
  const { call } = await asAdmin(productUrl)
  await call(inviteAdmin, { body: { email, role: 'support' } })
  const link = new URL(await findMailedLink(productUrl, email, '/admin/register'))
  const body = { username, email, password: 'Mango7tree!', invitation: link.searchParams.get('invitation') ?? '' }
  await createClient({ baseUrl: productUrl })(registerAdmin, { body })
  return { email, password: body.password }
}

test('an admin changes the picture and the password, which logs out other devices', async ({ page, productUrl }) => {
  const { email, password } = await makeAdmin(productUrl)
  const anyone = createClient({ baseUrl: productUrl })
  const elsewhere = await anyone(logInAdmin, { body: { email, password } })
  await page.goto('/admin/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.goto('/admin/setting')

  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByLabel('Profile picture').setInputFiles(PICTURE)
  await expect(page.getByText('Profile updated successfully!').first()).toBeVisible()
  await expect(profile.locator('img')).toHaveCount(1)

  const card = page.getByRole('region', { name: 'Password', exact: true })
  const change = card.getByRole('button', { name: 'Change password' })
  await change.click()
  await card.getByRole('textbox', { name: 'Current password' }).fill('Wrong7pass!')
  await card.getByRole('textbox', { name: 'New password' }).fill(`${NEW_PASSWORD}!`)
  await change.click()
  await expect(card.getByText('This password is not correct.')).toBeVisible()
  await card.getByRole('textbox', { name: 'Current password' }).fill(password)
  await change.click()
  const done = 'Your password has been changed. Every other device was logged out.'
  await expect(page.getByText(done).first()).toBeVisible()
  const devices = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(devices.getByRole('listitem')).toHaveCount(1)

  const asElsewhere = createClient({ baseUrl: productUrl, token: () => elsewhere.authToken })
  await expect(asElsewhere(listAdminSessions, {})).rejects.toThrow()
  await expect(anyone(logInAdmin, { body: { email, password } })).rejects.toThrow()
  await anyone(logInAdmin, { body: { email, password: `${NEW_PASSWORD}!` } })
})
