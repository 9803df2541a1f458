// What a half-filled question form asks, and the old addresses of the quiz pages.
import { expect, test } from './fixtures.ts'

test('going back from a half-filled form asks first', async ({ adminPage: page }) => {
  await page.goto('/admin/trivias')
  await page.getByRole('link', { name: 'Add New Trivia' }).first().click()
  await page.getByLabel('Question', { exact: true }).fill('Who was about to be forgotten?')
  await page.goBack()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Question', { exact: true })).toHaveValue('Who was about to be forgotten?')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/admin/trivias')
  // If nothing was typed, the page is left without asking.
  await page.getByRole('link', { name: 'Add New Trivia' }).first().click()
  await page.goBack()
  await page.waitForURL('**/admin/trivias')
})

test('the old addresses of the trivia pages work', async ({ adminPage: page }) => {
  await page.goto('/admin/trivia')
  await expect(page.getByText('No video details provided.')).toBeVisible()
  await page.goto('/admin/trivia/page')
  await expect(page.getByText('No video details provided.')).toBeVisible()
  await page.goto('/trivia-form')
  await page.getByRole('button', { name: 'Add Trivia' }).click()
  await expect(page.getByText('All fields are required!').first()).toBeVisible()
})
