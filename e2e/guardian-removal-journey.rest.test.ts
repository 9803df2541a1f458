// A child whose account another person's guardian has agreed to: the reset shows that guardian and removes them.
import { expectAccessible } from './accessibility.ts'
import { expectFit } from './fit.ts'
import { expect } from './fixtures.ts'
import { test } from './guardian-product.ts'
import { child, findLink, logIn, readMail, registerChild } from './guardian-steps.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a child removes a guardian with a reset, names another one, and gets in once that one has agreed', async ({
  page,
}) => {
  const form = child()
  const address = await registerChild(page, form)
  await page.goto(findLink(await readMail(page, address, 'consent')))
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect(page.getByText('Thank you. The account is open now.')).toBeVisible()

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(form.email)
  await page.getByRole('button', { name: 'Submit' }).click()
  const mail = await readMail(page, form.email, 'Choose a new Baobab password')
  await page.goto(/http\S+reset-password\S+/.exec(mail)?.[0] ?? '')
  await expect(page.getByText('p•••@school.example')).toBeVisible()
  await page.getByRole('checkbox', { name: 'I do not know this address. Remove it.' }).check()
  await expect(page.getByText('Then a parent or guardian has to agree again')).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
  const password = 'Guava9seed'
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm new password' }).fill(password)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('The parent or guardian p•••@school.example was removed.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue' }).click()

  await page.waitForURL('**/guardian-wait')
  await expect(page.getByText('A parent or guardian has to agree to your account.')).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
  // The same page appears after a login, and after a reload.
  await page.goto('/student/login')
  await logIn(page, { email: form.email, password })
  await page.waitForURL('**/guardian-wait')
  await page.reload()
  await page.getByLabel("Parent's or guardian's email").fill(`mum.${form.email}`)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('m•••@school.example')).toBeVisible()

  await page.goto(findLink(await readMail(page, `mum.${form.email}`, 'consent')))
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await expect(page.getByText('We delete your email or phone number. The account stays closed')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect(page.getByText('Thank you. The account is open now.')).toBeVisible()
  await page.goto('/student/login')
  await logIn(page, { email: form.email, password })
  await page.waitForURL('**/student/dashboard')
})
