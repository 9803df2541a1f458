// Drawn pictures on a small phone: chosen while signing up and in the settings, and by young children instead of a photo.
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { expectAccessible } from './accessibility.ts'
import { expectFitsWidth } from './fit.ts'
import { expect, openFor, test } from './fixtures.ts'
import { makeStudent, OF_EIGHT, registration } from './people.ts'
import { fillSignUp, openSignUp, signUp, verifyAndLogIn } from './sign-up.ts'

test.use({ viewport: { width: 360, height: 560 } })

test('a picture chosen while signing up appears in the header, and can be changed in the settings', async ({
  page,
}) => {
  const form = registration()
  await openSignUp(page)
  await fillSignUp(page, form)
  await page.getByText('Change it').click()
  const choice = page.getByRole('group', { name: 'Your picture' })
  await expect(choice.getByRole('radio')).toHaveCount(24)
  await expectAccessible(page)
  await choice.getByRole('radio', { name: 'Green hijab' }).check({ force: true })
  await expectFitsWidth(page)
  // The draft keeps the choice on the way from Home to the form.
  await signUp(page, form)
  await verifyAndLogIn(page, form)
  const inHeader = page.locator('header .avatar use')
  await expect(inHeader).toHaveAttribute('href', /#green-hijab$/)

  await page.goto('/student/setting')
  await page.getByText('Choose a drawn picture').click()
  const settings = page.getByRole('group', { name: 'Your drawn picture' })
  await expect(settings.getByRole('radio', { name: 'Green hijab' })).toBeChecked()
  // By keyboard: the arrows move the choice, and the button saves it.
  await settings.getByRole('radio', { name: 'Green hijab' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(settings.getByRole('radio', { name: 'Dark pink hijab' })).toBeChecked()
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.getByText('Profile updated successfully!').first()).toBeVisible()
  await expect(inHeader).toHaveAttribute('href', /#pink-hijab$/)
  await expect(page.getByRole('button', { name: 'Use this picture' })).toBeDisabled()
})

test('a child of eight chooses a picture, and is not offered an upload', async ({ browser, productUrl }) => {
  const child = await makeStudent(productUrl, { birth: OF_EIGHT })
  const page = await openFor(child, browser, productUrl)
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto('/student/setting')
  await expect(page.getByRole('group', { name: 'Your drawn picture' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload New' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'White cap' }).check({ force: true })
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.locator('header .avatar use')).toHaveAttribute('href', /#white-cap$/)
  await expectAccessible(page)
  const { data } = await child.call(readStudentProfile, { params: { username: child.username } })
  expect(data.avatar).toBe('white-cap')
  await page.context().close()
})
