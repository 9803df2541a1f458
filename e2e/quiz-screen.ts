// The quiz screen: how its options fit, and what a screen reader gets.
import type { Page, ViewportSize } from '@playwright/test'
import { answersOf, ASKED, readQuestion, TITLE } from './answers.ts'
import { enterAsStudent, expect } from './fixtures.ts'
import { makeStudent } from './people.ts'

/** Opens the first question of a new student's quiz. */
export async function openQuiz(page: Page, birth = '2012-05-01', prepare?: (username: string) => Promise<unknown>) {
  const student = await makeStudent(process.env['PRODUCT_URL'] ?? '', { birth })
  await prepare?.(student.username)
  await enterAsStudent(page, student)
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
  return page.getByRole('button', { name: /Start Quiz|Start anyway/ })
}

/** Returns how far the lowest option reaches below the upper edge of the button bar; negative if it is above. */
export const measureOverlap = (page: Page, options = '.qopt') =>
  page.evaluate((selector) => {
    const bottoms = [...document.querySelectorAll(selector)].map((option) => option.getBoundingClientRect().bottom)
    return Math.max(...bottoms) - (document.querySelector('.dock')?.getBoundingClientRect().top ?? 0)
  }, options)

/** Checks that all four options of each of a quiz's questions are above the button. */
export async function expectOptionsAboveButton(page: Page, height: number): Promise<void> {
  await page.setViewportSize({ width: 360, height })
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
}

/** Returns a line of an accessibility tree; quoted, because names may contain colons. */
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
        - listitem: You have 2 minutes. The clock starts when you tap Start.
        - listitem: Each right answer is 10 points. You lose nothing for a wrong answer.
        - listitem: You have one try. You cannot change an answer.
        - listitem: No network? Your answers are safe. The clock keeps running.
`

/**
 * The tree of the result after one wrong answer: the score, how it was earned and where to go next. It excludes the movement on the
 * leaderboard, because the ranking may lag behind.
 */
const resultTree = `
  - main:
    - heading "You scored 40 out of 50" [level=1]
    - paragraph: Great! You know this story.
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

/** Returns the tree of a question after a wrong answer. Each option says whether it was right, and the outcome is announced. */
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

/** Checks the accessibility tree at each step of a quiz. */
export async function expectTrees(page: Page, screen: ViewportSize): Promise<void> {
  await page.setViewportSize(screen)
  const start = await openQuiz(page)
  const [main, key] = [page.getByRole('main'), answersOf(TITLE, '11-20')]
  await expect(main).toMatchAriaSnapshot(startTree)
  await start.click()
  const question = await readQuestion(page)
  const right = key.get(question) ?? ''
  const options = await page.getByRole('radio').evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value))
  const wrong = options.find((option) => option !== right) ?? ''
  await expect(main).toMatchAriaSnapshot(questionTree(question, options))
  await page.getByRole('radio', { name: wrong, exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(main).toMatchAriaSnapshot(outcomeTree(question, options, { wrong, right }))
  for (let at = 2; at <= ASKED; at += 1) {
    await page.getByRole('button', { name: 'Next Question' }).click()
    await expect(page.getByText(`Question ${at} of ${ASKED}`)).toBeVisible()
    const answer = key.get(await readQuestion(page)) ?? ''
    await page.getByRole('radio', { name: answer, exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
  }
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(main).toMatchAriaSnapshot(resultTree)
}

/** Returns the parts of a page that toasts and banners cover. */
const findCovered = (page: Page, parts: string) =>
  page.evaluate((selector) => {
    const boxesOf = (wanted: string) =>
      [...document.querySelectorAll(wanted)].map((one) => [one, one.getBoundingClientRect()] as const)
    const over = boxesOf('.toast, .offline p, .page-progress')
    return boxesOf(selector).flatMap(([part, box]) =>
      over.some(
        ([, { left, right, top, bottom }]) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
        ? [part.className]
        : [],
    )
  }, parts)

/** Checks through a whole quiz that neither a toast nor the offline banner lies over a question, its outcome or the score. */
export async function expectNothingOver(page: Page, screen: ViewportSize): Promise<void> {
  await page.setViewportSize(screen)
  const start = await openQuiz(page)
  const announced = page.getByRole('status').filter({ hasText: 'Video marked as watched.' })
  /** Shows a toast that another page stored before leading to this one. */
  const showToast = async () => {
    await page.evaluate(() =>
      sessionStorage.setItem('toasts', '[{"kind":"ok","message":"Video marked as watched.","ms":60000}]'),
    )
    await page.reload()
  }
  await start.click()
  await readQuestion(page)
  await showToast()
  await readQuestion(page)
  await expect(announced).toHaveCount(1)
  await page.context().setOffline(true)
  await expect(page.getByText('No network', { exact: false }).first()).toBeVisible()
  const question = '.quiz header, .quiz .ring, .qtext, .qopt, .dock, .btn'
  expect(await findCovered(page, question)).toEqual([])
  expect(await measureOverlap(page)).toBeLessThanOrEqual(0)
  await page.context().setOffline(false)
  for (;;) {
    await page.getByRole('radio').first().check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    const next = page.getByRole('button', { name: /Next Question|Finish Quiz/ })
    await next.waitFor()
    expect(await findCovered(page, question)).toEqual([])
    const isLast = (await next.innerText()) === 'Finish Quiz'
    await next.click()
    if (isLast) break
  }
  await expect(page.getByRole('heading', { name: /^You scored/ })).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(1)
  expect(await findCovered(page, '.result :is(h1, p, svg, .squares)')).toEqual([])
}
