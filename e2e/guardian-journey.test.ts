// A child under 13 registers, and waits for a parent who agrees and later withdraws consent, or refuses.
import { expect } from './fixtures.ts'
import { test } from './guardian-product.ts'
import { smallestPhone } from './screen-sizes.ts'
import { fillSignUp, openNextStep } from './sign-up.ts'
import { child, findLink, giveAndWithdrawConsent, logIn, readMail, registerChild } from './guardian-steps.ts'

test.use({ viewport: smallestPhone })

test('C-03 a child reads that everyone sees the username, and the birth date decides whether a guardian is asked for', async ({
  page,
}) => {
  const form = child()
  await page.goto('/student/register')
  const hint = '5 to 10 characters. Everyone sees this name, so do not use your real one.'
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(hint)
  await fillSignUp(page, form, `parent.${form.email}`)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel("Parent's or guardian's email").fill('no address')
  await page.goBack()
  await page.getByLabel('Date of Birth').fill('2010-05-01')
  await expect(page.getByLabel("Parent's or guardian's email")).toHaveCount(0)
  // Text typed into a field that is now hidden does not block the form.
  await openNextStep(page)
  await openNextStep(page)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
})

test('at 360 x 560 a child waits for a guardian, who agrees and later withdraws consent', async ({ page }) => {
  await giveAndWithdrawConsent(page, smallestPhone)
})

test('a guardian who refuses reads what happened, and so does the child', async ({ page, context }) => {
  const form = child()
  const address = await registerChild(page, form)
  const guardian = await context.newPage()
  await guardian.goto(findLink(await readMail(page, address, 'consent')))
  await guardian.getByRole('button', { name: 'No', exact: true }).click()
  await guardian.getByRole('button', { name: 'Cancel' }).click()
  await guardian.getByRole('button', { name: 'No', exact: true }).click()
  await guardian.getByRole('button', { name: 'Refuse and delete' }).click()
  await expect(
    guardian.getByText('You said no. We have deleted the registration and everything that was entered.'),
  ).toBeVisible()
  expect(await readMail(page, form.email, 'was not opened')).toContain('your parent or guardian said no')
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText('We could not find this registration. Please log in to continue.')).toBeVisible()
  await page.goto('/student/login')
  await logIn(page, form)
  await expect(page.getByText('Login failed! Please check your credentials.').first()).toBeVisible()
})
