// An admin moves some of a quiz's questions to the other age category, deletes them all, and undoes both.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf } from './answers.ts'
import { expectFit } from './fit.ts'
import { expect, waitForApp } from './fixtures.ts'
import { test } from './own-product.ts'
import { content } from './starters.ts'

const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
const poolSize = answersOf(content[0]?.title ?? '', '11-20').size
const bar = (page: Page) => page.getByRole('group', { name: 'Selected rows' })

test('an admin moves and deletes many questions, and undoes both', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/admin/content-management?tab=trivia&ageCategory=11-20')
  await waitForApp(page)
  await page
    .getByRole('link', { name: /^Show Trivia/ })
    .first()
    .click()
  await expect(cards(page)).toHaveCount(poolSize)

  // Selects questions by keyboard.
  await page.getByRole('checkbox', { name: 'Select question 1', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('checkbox', { name: 'Select question 2' }).press('Space')
  await expect(bar(page)).toContainText('2 questions selected')
  await expectFit(page)
  // Scrolls to the end of the page, where the bar covers no part of a card.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expectAccessible(page)
  await bar(page).getByRole('button', { name: 'Move' }).press('Enter')
  const move = page.getByRole('dialog', { name: 'Move 2 questions to another quiz?' })
  await move.getByLabel('Age category').selectOption('11-20')
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(move.getByText('The questions are in this quiz already.')).toBeVisible()
  await move.getByLabel('Age category').selectOption('5-10')
  await expectAccessible(page)
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(cards(page)).toHaveCount(poolSize - 2)
  await expect(page.getByText('2 questions moved.').last()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(poolSize)

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await expect(bar(page)).toContainText(`${poolSize} questions selected`)
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${poolSize} questions?` })
  await expect(dialog).toContainText('You can undo this for a day.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(cards(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(cards(page)).toHaveCount(poolSize)
  await expectFit(page)
})
