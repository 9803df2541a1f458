// The question screen on taller phones, and its accessibility tree on a laptop.
import { test } from './fixtures.ts'
import { laptop } from './fit.ts'
import { expectNothingOver, expectOptionsAboveButton, expectTrees } from './quiz-screen.ts'

test('at 360 x 640 all four options are above the button', async ({ page }) => {
  await expectOptionsAboveButton(page, 640)
})

test('at 360 x 740 all four options are above the button', async ({ page }) => {
  await expectOptionsAboveButton(page, 740)
})

test("at 1280 x 900 a screen reader's tree has the whole quiz, in order", async ({ page }) => {
  await expectTrees(page, laptop)
})

for (const screen of [{ width: 360, height: 740 }, laptop])
  test(`at ${screen.width} x ${screen.height} neither a toast nor the offline banner covers a question, its outcome or the score`, async ({
    page,
  }) => {
    await expectNothingOver(page, screen)
  })
