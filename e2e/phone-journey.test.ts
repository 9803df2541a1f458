// A child without an email registers with a phone number.
import { expectAccessible } from './accessibility.ts'
import { expectFit } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { registration } from './people.ts'
import { makeNumber, readCode } from './phones.ts'
import { smallestPhone } from './screen-sizes.ts'
import { fillSignUp, openNextStep } from './sign-up.ts'

test.use({ viewport: smallestPhone })

test('at 360 x 560 a child without an email registers, and verifies the phone number by a code', async ({ page }) => {
  const form = { ...registration(), number: makeNumber() }
  await page.goto('/student/register')
  await fillSignUp(page, form, undefined, 'sms')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await expectFit(page)
  // The choice is part of the draft.
  await page.reload()
  await expect(page.getByLabel('By text message')).toBeChecked()
  await expect(page.getByLabel('Phone Number', { exact: true })).toHaveValue(form.number)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('Password', { exact: true }).fill(form.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(form.password)
  await openNextStep(page)
  await expect(page.getByLabel('By text message')).toBeVisible()
  await openNextStep(page)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
  await expect(page.getByRole('heading', { level: 1, name: 'Verify your phone number' })).toBeVisible()
  await expect(page.getByText(`We sent a text message to ${form.number}.`)).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
  // Reading the message in another app may unload the page.
  await page.reload()
  await expect(page.getByText(`We sent a text message to ${form.number}.`)).toBeVisible()
  const code = await readCode(page, form.number)
  await page.getByLabel('Verification code').fill(code === '111111' ? '222222' : '111111')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Verification failed! Please try again. That code is not right.')).toBeVisible()
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Phone number verified successfully!').first()).toBeVisible()
  await page.waitForURL('**/student/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
})

test('a number that cannot get text messages is refused at its field', async ({ page }) => {
  const form = { ...registration(), number: '+447700900123' }
  await page.goto('/student/register')
  await fillSignUp(page, form, undefined, 'sms')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const refusal = 'We can only send text messages to numbers in Nigeria. Please use an email.'
  await expect(page.getByLabel('Phone Number', { exact: true })).toHaveAccessibleDescription(refusal)
  await page.getByLabel('By email').check()
  await page.getByLabel('Email', { exact: true }).fill(form.email)
  await openNextStep(page)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
  await expect(page.getByText(`We sent a code to ${form.email}.`)).toBeVisible()
})
