// The question on small phones: everything fits, whatever the text size, the age of the student and the way of answering.
import { setExtraTime } from '@baobab/contract/students.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf, readQuestion, TITLE } from './answers.ts'
import { expect, test } from './fixtures.ts'
import { asAdmin, makeStudent } from './people.ts'
import { screenSizes } from './screen-sizes.ts'
import { addVoices } from './voices.ts'

/** Opens the first question of a new student's quiz. */
async function openQuiz(page: Page, birth = '2012-05-01', prepare?: (username: string) => Promise<unknown>) {
  const student = await makeStudent(new URL(page.url()).origin, { birth })
  await prepare?.(student.username)
  await page.goto('/student/login')
  await page.getByLabel('Email').fill(student.email)
  await page.getByLabel('Password', { exact: true }).fill(student.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/dashboard')
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
  return page.getByRole('button', { name: /Start Quiz|Start anyway/ })
}

/** Returns how far the lowest option reaches below the upper edge of the bar with the button; negative if it is above. */
const measureOverlap = (page: Page, options = '.qopt') =>
  page.evaluate((selector) => {
    const bottoms = [...document.querySelectorAll(selector)].map((option) => option.getBoundingClientRect().bottom)
    return Math.max(...bottoms) - (document.querySelector('.dock')?.getBoundingClientRect().top ?? 0)
  }, options)

const measureHeights = (page: Page) =>
  page.locator('.qopt').evaluateAll((all: HTMLElement[]) => all.map((option) => option.offsetHeight))

for (const height of [560, 640, 740])
  test(`at 360 x ${height} all four options are above the button`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height })
    await page.goto('/')
    await (await openQuiz(page)).click()
    await expect(page.getByRole('radio')).toHaveCount(4)
    for (;;) {
      expect(await measureOverlap(page)).toBeLessThanOrEqual(0)
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.getByRole('radio').first().check({ force: true })
      await page.getByRole('button', { name: 'Submit' }).click()
      const next = page.getByRole('button', { name: /Next Question|Finish Quiz/ })
      await next.waitFor()
      if ((await next.innerText()) === 'Finish Quiz') break
      await next.click()
    }
  })

for (const [who, category, birth] of [
  ['a student', '11-20', '2012-05-01'],
  ['a child of eight', '5-10', `${new Date().getFullYear() - 8}-01-01`],
] as const)
  test(`a wrong answer of ${who} moves no option, and both the chosen and the correct one can be seen`, async ({
    page,
  }) => {
    await addVoices(page)
    await page.setViewportSize({ width: 360, height: 560 })
    await page.goto('/')
    await (await openQuiz(page, birth)).click()
    const key = answersOf(TITLE, category)
    for (let at = 0; at < key.size; at += 1) {
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

test('a double tap on Submit stays on the outcome of the answer', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto('/')
  await (await openQuiz(page)).click()
  await page.getByRole('radio').first().check({ force: true })
  const button = await page.getByRole('button', { name: 'Submit' }).boundingBox()
  await page.mouse.click((button?.x ?? 0) + 20, (button?.y ?? 0) + 20)
  // The second tap comes when the button leads to the next question already.
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
  await page.goto('/')
  await (await openQuiz(page)).click()
  await expect(page.getByRole('radio')).toHaveCount(4)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => measureOverlap(page)).toBeLessThanOrEqual(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('a screen reader gets the question as a group of four choices, with a timer', async ({ page }) => {
  await page.goto('/')
  await (await openQuiz(page)).click()
  await expect(page.getByRole('radio')).toHaveCount(4)
  const question = await page.getByRole('heading', { level: 1 }).innerText()
  await expect(page.getByRole('radiogroup', { name: question }).getByRole('radio')).toHaveCount(4)
  await expect(page.getByRole('timer')).toHaveAccessibleName(/\d+:\d+/)
  await expect(page.getByRole('img', { name: '0 of 5 answered' })).toBeVisible()
  // By keyboard alone.
  await page.keyboard.press('b')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio').nth(2)).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Next Question' })).toBeFocused()
  await expectAccessible(page)
})

/** Returns a line of an accessibility tree; quoted, because names may have colons. */
const line = (role: string, name: string, state = '') =>
  `'${`${role} ${JSON.stringify(name)}${state}`.replaceAll("'", "''")}'`

/** The tree of the page before the quiz, for a student who has not watched the video. */
const startTree = `
  - main:
    - heading "${TITLE}" [level=1]
    - paragraph: 5 questions
    - text: You have not watched this video to the end yet. You get one try.
    - link "Watch first"
    - button "Start anyway"
    - region "Before you start":
      - heading "Before you start" [level=2]
      - list:
        - listitem: You have 120 seconds for all questions. The clock starts when you start the quiz.
        - listitem: Each correct answer gives you 10 points. A wrong answer costs you nothing.
        - listitem: You have one try, and you cannot change an answer after you submit it.
        - listitem: If your network drops, your answers are saved and sent later. The clock keeps running.
`

/**
 * The tree of the result after one wrong answer: the score, then how it was earned and where to go next. The movement on the
 * leaderboard is not in it, because the ranking may lag behind.
 */
const resultTree = `
  - main:
    - heading "You scored 40 out of 50" [level=1]
    - paragraph: Well done. You know this video well.
    - img "4 of 5 correct"
    - paragraph: ${TITLE}
    - link "Next Video"
    - link "See why"
    - link "See Leaderboard"
    - button "Share"
`

/** Returns the tree of a question before it is answered. */
const questionTree = (question: string, options: readonly string[]) => `
  - main:
    - button "Leave quiz. The clock keeps running."
    - paragraph: ${TITLE}
    - paragraph: Question 1 of 5
    - timer /\\d+:\\d+ left/
    - img "0 of 5 answered"
    - paragraph:
      - button "Time left"
    - ${line('heading', question, ' [level=1]')}
    - ${line('radiogroup', question)}:
      ${options.map((option) => `- ${line('radio', option, ' [checked=false]')}`).join('\n      ')}
    - button "Submit"
`

/** Returns the tree of a question after a wrong answer. Each option says what it was, and the outcome is announced. */
const outcomeTree = (
  question: string,
  options: readonly string[],
  { wrong, right }: Record<'wrong' | 'right', string>,
) => {
  const radios = options.map((option) => {
    if (option === wrong) return '- radio /, incorrect$/ [checked] [disabled]'
    return option === right ? '- radio /, the correct answer$/ [disabled]' : `- ${line('radio', option, ' [disabled]')}`
  })
  return `
  - main:
    - img "1 of 5 answered"
    - ${line('heading', question, ' [level=1]')}
    - ${line('radiogroup', question)}:
      ${radios.join('\n      ')}
    - status:
      - heading "Incorrect answer." [level=2]
      - paragraph: /\\w{3}/
    - button "Next Question"
`
}

for (const screen of screenSizes)
  test(`at ${screen.width} x ${screen.height} the tree of a screen reader has the whole quiz, in its order`, async ({
    page,
  }) => {
    await page.setViewportSize(screen)
    await page.goto('/')
    const start = await openQuiz(page)
    const [main, key] = [page.getByRole('main'), answersOf(TITLE, '11-20')]
    await expect(main).toMatchAriaSnapshot(startTree)
    await start.click()
    const question = await readQuestion(page)
    const right = key.get(question) ?? ''
    const options = await page
      .getByRole('radio')
      .evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value))
    const wrong = options.find((option) => option !== right) ?? ''
    await expect(main).toMatchAriaSnapshot(questionTree(question, options))
    await page.getByRole('radio', { name: wrong, exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(main).toMatchAriaSnapshot(outcomeTree(question, options, { wrong, right }))
    for (let at = 2; at <= key.size; at += 1) {
      await page.getByRole('button', { name: 'Next Question' }).click()
      await expect(page.getByText(`Question ${at} of ${key.size}`)).toBeVisible()
      const answer = key.get(await readQuestion(page)) ?? ''
      await page.getByRole('radio', { name: answer, exact: true }).check({ force: true })
      await page.getByRole('button', { name: 'Submit' }).click()
    }
    await page.getByRole('button', { name: 'Finish Quiz' }).click()
    await expect(main).toMatchAriaSnapshot(resultTree)
  })

test('extra time of an admin is told before the quiz, and runs in it', async ({ page }) => {
  await page.goto('/')
  const { call } = await asAdmin(new URL(page.url()).origin)
  const start = await openQuiz(page, undefined, (username) =>
    call(setExtraTime, { params: { username }, body: { factor: 2 } }),
  )
  await expect(page.getByText('You have 240 seconds for all questions.')).toBeVisible()
  await start.click()
  await expect(page.getByRole('timer')).toHaveAccessibleName(/0?[34]:\d\d/)
})

test('a child of eight has larger options, and hears the texts by a voice of the device alone', async ({ page }) => {
  await addVoices(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await (await openQuiz(page, `${new Date().getFullYear() - 8}-01-01`)).click()
  await expect(page.getByRole('radio')).toHaveCount(4)
  const question = await page.getByRole('heading', { level: 1 }).innerText()
  const heights = await page
    .locator('.qopt')
    .evaluateAll((all) => all.map((option) => (option as HTMLElement).offsetHeight))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(64)
  await page.getByRole('button', { name: 'Read the question aloud' }).click()
  await page.getByRole('button', { name: 'Read answer B aloud' }).click()
  const option = (await page.locator('.qopt').nth(1).locator('span').last().innerText()).trim()
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
  expect(said.filter((text) => text !== 'stop')).toEqual([`near: ${question}`, `near: ${option}`])
  // A tap chooses; only the button submits.
  await page.getByRole('radio').first().check({ force: true })
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  await expectAccessible(page)
})
