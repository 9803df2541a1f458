// The question screen on small phones: everything fits, whatever the text size, the student's age and the way of answering.
import { setExtraTime } from '@baobab/contract/students/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf, ASKED, readQuestion, TITLE } from './answers.ts'
import { expect, test } from './fixtures.ts'
import { asAdmin, OF_EIGHT } from './people.ts'
import { smallestPhone } from './screen-sizes.ts'
import { addVoices, listSaid, readSaid } from './voices.ts'
import { expectNothingOver, expectOptionsAboveButton, expectTrees, measureOverlap, openQuiz } from './quiz-screen.ts'

const measureHeights = (page: Page) =>
  page.locator('.qopt').evaluateAll((all: HTMLElement[]) => all.map((option) => option.offsetHeight))

test('at 360 x 560 all four options are above the button, also with the button that reads aloud', async ({ page }) => {
  await addVoices(page)
  await expectOptionsAboveButton(page, 560)
})

for (const [who, category, birth] of [
  ['a student', '11-20', '2012-05-01'],
  ['a child of eight', '5-10', OF_EIGHT],
] as const)
  test(`a wrong answer of ${who} moves no option, and both the chosen and the correct one are visible`, async ({
    page,
  }) => {
    await addVoices(page)
    await page.setViewportSize({ width: 360, height: 560 })
    await (await openQuiz(page, birth)).click()
    const key = answersOf(TITLE, category)
    for (let at = 0; at < ASKED; at += 1) {
      const right = key.get(await readQuestion(page)) ?? ''
      expect(await page.evaluate(() => scrollY)).toBe(0)
      const values = await page.getByRole('radio').evaluateAll((all: HTMLInputElement[]) => all.map((one) => one.value))
      const heights = await measureHeights(page)
      await page
        .getByRole('radio', { name: values.find((one) => one !== right) ?? '', exact: true })
        .check({ force: true })
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.locator('.qwhy')).toBeVisible()
      await expect(page.locator('.is-right')).toContainText(right)
      expect(await measureHeights(page)).toEqual(heights)
      const outcome = '.qopt.is-right, .qopt.is-wrong'
      await expect(page.locator(outcome)).toHaveCount(2)
      await expect.poll(() => measureOverlap(page, outcome)).toBeLessThanOrEqual(0)
      const tops = await page
        .locator(outcome)
        .evaluateAll((all) => all.map((option) => option.getBoundingClientRect().top))
      expect(Math.min(...tops)).toBeGreaterThanOrEqual(0)
      await page.getByRole('button', { name: /Next Question|Finish Quiz/ }).click()
    }
  })

test("a double tap on Submit stays on the answer's outcome", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 560 })
  await (await openQuiz(page)).click()
  await page.getByRole('radio').first().check({ force: true })
  const button = await page.getByRole('button', { name: 'Submit' }).boundingBox()
  await page.mouse.click((button?.x ?? 0) + 20, (button?.y ?? 0) + 20)
  // By the second tap, the button already leads to the next question; that tap must be ignored.
  await expect(page.getByRole('button', { name: 'Next Question' })).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(page.getByRole('heading', { name: /^(Correct|Incorrect) answer/ })).toBeVisible()
  await expect(page.getByText('Question 1 of')).toBeVisible()
  await page.getByRole('button', { name: 'Next Question' }).click()
  await expect(page.getByText('Question 2 of')).toBeVisible()
})

test('at twice the text size the last option can be scrolled above the button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 560 })
  await (await openQuiz(page)).click()
  await expect(page.getByRole('radio')).toHaveCount(4)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => measureOverlap(page)).toBeLessThanOrEqual(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('a screen reader gets the question as a group of four choices, with a timer', async ({ page }) => {
  await (await openQuiz(page)).click()
  await expect(page.getByRole('radio')).toHaveCount(4)
  const question = await page.getByRole('heading', { level: 1 }).innerText()
  await expect(page.getByRole('radiogroup', { name: question }).getByRole('radio')).toHaveCount(4)
  await expect(page.getByRole('timer')).toHaveAccessibleName(/\d+:\d+/)
  await expect(page.getByRole('img', { name: '0 of 5 answered' })).toBeVisible()
  // Using only the keyboard.
  await page.keyboard.press('b')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio').nth(2)).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Next Question' })).toBeFocused()
  await expectAccessible(page)
})

test("at 360 x 560 a screen reader's tree has the whole quiz, in order", async ({ page }) => {
  await expectTrees(page, smallestPhone)
})

test('extra time from an admin is announced before the quiz, and counts in it', async ({ page, productUrl }) => {
  const { call } = await asAdmin(productUrl)
  const start = await openQuiz(page, undefined, (username) =>
    call(setExtraTime, { params: { username }, body: { factor: 2 } }),
  )
  await expect(page.getByText('You have 4 minutes.')).toBeVisible()
  await start.click()
  await expect(page.getByRole('timer')).toHaveAccessibleName(/0?[34]:\d\d/)
})

test('a child of eight has larger options, and hears the texts only in a voice stored on the device', async ({
  page,
}) => {
  await addVoices(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await (await openQuiz(page, OF_EIGHT)).click()
  await expect(page.getByRole('radio')).toHaveCount(4)
  const question = await page.getByRole('heading', { level: 1 }).innerText()
  const heights = await page
    .locator('.qopt')
    .evaluateAll((all) => all.map((option) => (option as HTMLElement).offsetHeight))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(64)
  const options = await page.locator('.qopt span:last-child').allInnerTexts()
  const said = options.map((option, index) => `${'ABCD'[index]}. ${option.trim()}`)
  await page.getByRole('button', { name: 'Read the question aloud' }).click()
  await expect.poll(() => readSaid(page)).toBe([question, ...said].join(' '))
  await page.getByRole('button', { name: 'Read answer B aloud' }).click()
  await expect.poll(() => readSaid(page)).toBe([question, ...said, said[1]].join(' '))
  expect((await listSaid(page)).some((one) => one.startsWith('far'))).toBe(false)
  // A tap chooses; only the button submits.
  await page.getByRole('radio').first().check({ force: true })
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  await expectAccessible(page)
})

test('at 360 x 560 neither a toast nor the offline banner covers a question, its outcome or the score', async ({
  page,
}) => {
  await expectNothingOver(page, smallestPhone)
})
