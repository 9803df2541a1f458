// The question on taller phones, and its accessibility tree on a laptop.
import { test } from './fixtures.ts'
import { laptop } from './fit.ts'
import { expectOptionsAboveButton, expectTrees } from './quiz-screen.ts'

test('at 360 x 640 all four options are above the button', async ({ page }) => {
  await expectOptionsAboveButton(page, 640)
})

test('at 360 x 740 all four options are above the button', async ({ page }) => {
  await expectOptionsAboveButton(page, 740)
})

test('at 1280 x 900 the tree of a screen reader has the whole quiz, in its order', async ({ page }) => {
  await expectTrees(page, laptop)
})
