// A child and a guardian who both have only a phone.
import { expectAccessible } from './accessibility.ts'
import { expectFit } from './fit.ts'
import { expect } from './fixtures.ts'
import { test } from './guardian-product.ts'
import { child, findLink } from './guardian-steps.ts'
import { makeNumber, readCode, readText } from './phones.ts'
import { smallestPhone } from './screen-sizes.ts'
import { fillSignUp } from './sign-up.ts'

test.use({ viewport: smallestPhone })

test('a guardian without an email is asked by text message, at another number too, and agrees', async ({
  page,
  context,
}) => {
  const form = { ...child(), number: makeNumber() }
  const [first, second] = [makeNumber(), makeNumber()]
  await page.goto('/student/register')
  await fillSignUp(page, form, form.number, 'sms')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const field = page.getByLabel("Parent's or guardian's email or phone number")
  await expect(field).toHaveAccessibleDescription(/Enter your parent's or guardian's phone number, not your own/)
  await field.fill(first)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
  await page.getByLabel('Verification code').fill(await readCode(page, form.number))
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/guardian-wait')
  await expect(page.getByText('Your phone number is verified.')).toBeVisible()
  await expect(page.getByText(`${first.slice(0, 6)}•••${first.slice(-4)}`)).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)

  await page.getByRole('button', { name: 'Use another address' }).click()
  await field.fill(form.number)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText("Enter your parent's or guardian's phone number, not your own")).toBeVisible()
  await field.fill(second)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('We have sent your parent or guardian a text message.').first()).toBeVisible()
  await expect(page.getByText(`${second.slice(0, 6)}•••${second.slice(-4)}`)).toBeVisible()

  const guardian = await context.newPage()
  await guardian.setViewportSize(smallestPhone)
  await guardian.goto(findLink(await readText(page, first, 'say yes or no')))
  await expect(guardian.getByText('Invalid or expired token.')).toBeVisible()
  await guardian.goto(findLink(await readText(page, second, 'say yes or no')))
  await expect(guardian.getByText(form.username, { exact: true })).toBeVisible()
  await guardian.getByRole('button', { name: 'I agree' }).click()
  await expect(guardian.getByText('Thank you. The account is open now.')).toBeVisible()
  await expectAccessible(guardian)
  await expectFit(guardian)
  expect(await readText(page, form.number, 'said yes')).toContain('You can log in now')
})
