// The question screen on taller phones and on a laptop, and when a voice loads late.
import { readQuestion } from './answers.ts'
import { test } from './fixtures.ts'
import { laptop } from './fit.ts'
import { OF_EIGHT } from './people.ts'
import { expectNothingOver, expectOptionsAboveButton, expectTrees, openQuiz } from './quiz-screen.ts'
import { smallestPhone } from './screen-sizes.ts'
import { addVoices, expectStillWithVoices } from './voices.ts'

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

for (const [who, birth] of [
  ['a student', '2012-05-01'],
  ['a child of eight', OF_EIGHT],
] as const)
  test(`a voice that loads after the question of ${who} moves nothing under the finger`, async ({ page }) => {
    await addVoices(page, { untilAsked: true })
    await page.setViewportSize(smallestPhone)
    await (await openQuiz(page, birth)).click()
    await readQuestion(page)
    await expectStillWithVoices(page, '.qtext, .qopt, .dock', 'Read the question aloud')
  })
