// What makes a student come back: an encouraging result, movement on the board, the streak, and the neighbours.
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { changeMovementSetting, myRank, readMovementSetting } from '@baobab/contract/leaderboard/endpoints.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf, ASKED, readQuestion, TITLE } from './answers.ts'
import { expectFit } from './fit.ts'
import { expect, openFor, openForAdmin, test as base } from './fixtures.ts'
import { ADMIN, makeStudent, OF_EIGHT, type Student } from './people.ts'
import { queryDatabase, startProduct, type Product } from './product.ts'

/** A separate product, so that nobody else is on the board. */
const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const product = await startProduct({ RATE_LIMIT_FACTOR: '0' })
      await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
      await use(product)
      await product.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  productUrl: async ({ product }, use) => {
    await use(product.url)
  },
})

test.use({ viewport: { width: 360, height: 560 } })

const OTHER_TITLE = 'Ìjàpá and the Borrowed Drum'

/** Takes a quiz over the API with this many correct answers. */
async function take(
  student: Student,
  right: number,
  title = TITLE,
  ageCategory: '5-10' | '11-20' = '11-20',
): Promise<void> {
  const params = { videoTitle: title, ageCategory }
  const { questions } = await student.call(quiz.startAttempt, { params })
  const key = answersOf(title, ageCategory)
  for (const [index, { _id: triviaId, question, options }] of questions.entries()) {
    const correct = key.get(question) ?? ''
    const answer = index < right ? correct : (options.find((option) => option !== correct) ?? '')
    await student.call(quiz.answerQuestion, { params, body: { triviaId, answer } })
  }
  await student.call(quiz.finishAttempt, { params })
}

/** Takes a quiz on screen with all answers correct. */
async function takeOnScreen(page: Page, title: string): Promise<void> {
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: `Take Quiz of ${title}` }).click()
  await page.getByRole('button', { name: /Start Quiz|Start anyway/ }).click()
  const key = answersOf(title, '11-20')
  for (let at = 0; at < ASKED; at += 1) {
    const question = await readQuestion(page)
    await page.getByRole('radio', { name: key.get(question) ?? '', exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('button', { name: /Next Question|Finish Quiz/ }).click()
  }
}

async function openResult(page: Page, student: Student): Promise<void> {
  const { attempts } = await student.call(quiz.listAttempts, {})
  await page.goto(`/student/trivia/page?video=${attempts[0]?.videoId}`)
}

/** Notes every points value that the result shows, in `shownPoints` on the window. */
function notePoints(): void {
  const shownPoints: number[] = []
  Object.assign(window, { shownPoints })
  new MutationObserver(() => {
    const points = document.querySelector('.result__points')?.textContent
    if (points && Number(points) !== shownPoints.at(-1)) shownPoints.push(Number(points))
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

test('a perfect result says so, shows who was passed, and makes a picture to share', async ({
  product: { url },
  browser,
}) => {
  const [me, rival] = [await makeStudent(url), await makeStudent(url)]
  await take(me, 1)
  await take(rival, 3)
  // A rank may be a second old.
  await expect.poll(async () => (await me.call(myRank, { query: {} })).rank).toBe(2)
  const page = await openFor(me, browser, url)
  await page.setViewportSize({ width: 360, height: 560 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(notePoints)
  await takeOnScreen(page, OTHER_TITLE)
  await expect(page.getByRole('heading', { name: 'You scored 50 out of 50' })).toBeVisible()
  await expect(page.getByText('Perfect!', { exact: true })).toBeVisible()
  await expect(page.getByText(`You moved from 2nd to 1st, past ${rival.username}`)).toBeVisible()
  await expect(page.locator('.result__points')).toHaveText('50')
  // The points were counted up, and the squares appeared one by one.
  const shown = await page.evaluate(() => (window as unknown as { shownPoints: number[] }).shownPoints)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  expect(shown[0]).toBeLessThan(50)
  const delays = await page
    .locator('.result .sq')
    .evaluateAll((all) => all.map((square) => parseFloat(getComputedStyle(square).animationDelay)))
  expect(delays).toEqual([0, 0.12, 0.24, 0.36, 0.48])
  await expect(page.getByRole('link', { name: 'Next Video' })).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share' }).click()
  expect((await downloading).suggestedFilename()).toBe('baobab-result.png')
  await page.context().close()
})

test('with reduced motion the points and squares appear at once', async ({ product: { url }, browser }) => {
  const me = await makeStudent(url)
  await take(me, 4)
  const page = await openFor(me, browser, url)
  await page.setViewportSize({ width: 360, height: 560 })
  await openResult(page, me)
  // Reads the first text that is rendered, because counting up would begin at 0.
  await expect(page.locator('.result__points')).toBeVisible()
  expect(await page.locator('.result__points').textContent()).toBe('40')
  expect(await page.locator('.result').evaluate((result) => result.getAnimations({ subtree: true }).length)).toBe(0)
  await expect(page.getByText('Great! You know this story.')).toBeVisible()
  await page.context().close()
})

test('a hard quiz leads to the review first, and children of 5 to 10 cannot share', async ({
  product: { url },
  browser,
}) => {
  const child = await makeStudent(url, { birth: OF_EIGHT })
  await take(child, 1, TITLE, '5-10')
  const page = await openFor(child, browser, url)
  await page.addInitScript(() => sessionStorage.setItem('ageCategory', '5-10'))
  await page.setViewportSize({ width: 360, height: 560 })
  await openResult(page, child)
  await expect(page.getByText('That was a hard one. Let’s see why.')).toBeVisible()
  await expect(page.locator('.result .btn').first()).toHaveText('See why')
  await expect(page.getByRole('link', { name: 'Next Video' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
  await page.context().close()
})

test('the dashboard shows the streak, the month and the neighbours, which a student can hide', async ({
  product: { url },
  browser,
}) => {
  const [above, me, below] = [await makeStudent(url), await makeStudent(url), await makeStudent(url)]
  for (const [student, right] of [
    [above, 5],
    [me, 4],
    [below, 0],
  ] as const)
    await take(student, right)
  const page = await openFor(me, browser, url)
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto('/student/dashboard')
  const mine = page.getByRole('list', { name: 'My Rank, ages 11-20' })
  await expect(mine.getByRole('listitem').filter({ hasText: me.username })).toContainText('You are here')
  await expect.poll(() => mine.getByRole('listitem').count()).toBeGreaterThan(2)
  await expect(page.getByText(/^\d+ more points take you past /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your streak: 1 day' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'The last seven days' }).getByRole('listitem')).toHaveCount(7)
  await expect(page.getByRole('heading', { name: /left to climb this month|Last day to climb/ })).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)

  await page.goto('/student/setting')
  const choice = page.getByRole('checkbox', { name: 'Show students close to me on the leaderboard' })
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await expect.poll(async () => (await me.call(readMovementSetting, {})).hidesMovement).toBe(true)
  await page.goto('/student/dashboard')
  await expect(mine.getByRole('listitem')).toHaveCount(1)
  await page.goto('/user-rank')
  await expect(page.getByText(/of \d+ students, 40 points/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Around you' })).toHaveCount(0)
  await me.call(changeMovementSetting, { body: { hidesMovement: false } })
  await page.reload()
  await expect(page.getByRole('list', { name: 'Around you' })).toContainText(me.username)
  await expectAccessible(page)
  await page.context().close()
})

test('an admin pauses a streak, and the student sees the paused day', async ({ product: { url }, browser }) => {
  const student = await makeStudent(url)
  await take(student, 2)
  const admin = await openForAdmin(browser, url)
  await admin.setViewportSize({ width: 360, height: 560 })
  await admin.goto(`/admin/student?username=${student.username}`)
  const { streakWeek } = await student.call(quiz.listAttempts, {})
  const yesterday = streakWeek.at(-2)?.day ?? ''
  const card = admin.getByRole('region', { name: 'Streak pauses' })
  await card.getByRole('button', { name: 'Pause the streak' }).click()
  await expect(card.getByText('First day is required')).toBeVisible()
  await card.getByLabel('First day').fill(yesterday)
  await card.getByLabel('Last day').fill(yesterday)
  await card.getByRole('button', { name: 'Pause the streak' }).click()
  await expect(admin.getByText('The streak is paused on these days.').first()).toBeVisible()
  await expect(card.getByRole('listitem')).toContainText('set by an admin')
  await expectAccessible(admin)
  const page = await openFor(student, browser, url)
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto('/student/review')
  const days = page.getByRole('list', { name: 'The last seven days' })
  await expect(days).toContainText(/: paused/)
  await card.getByRole('button', { name: /^Delete the pause of / }).click()
  await expect(admin.getByText('The pause has been deleted.').first()).toBeVisible()
  await expect(card.getByText('No pauses.')).toBeVisible()
  await expectAccessible(admin)
  await admin.context().close()
  await page.reload()
  await expect(days).not.toContainText(/: paused/)
  await page.context().close()
})

test("below the top 1,000 a student sees the neighbours and this week's change in rank", async ({
  product,
  browser,
}) => {
  const me = await makeStudent(product.url)
  await take(me, 1)
  // The others reached their points before this week, and the student has none.
  await queryDatabase(
    product,
    `with made as (
      insert into students (username, username_key, email, email_key, number, password_hash, birth, gender, address,
        created_at, verified_at)
      select 'other' || n, 'other' || n, n || '@other.example', n || '@other.example', '+2348012345678', '', '2012-05-01',
        'female', 'Lagos', now(), now()
      from generate_series(1, 1050) as n returning id)
    insert into standings (student_id, age_category, score, reached_at, leaves_on)
    select id, '11-20', case when row_number() over () <= 1000 then 20 else 10 end, now() - interval '9 days', '2033-05-01'
    from made`,
  )
  await queryDatabase(
    product,
    `insert into standing_changes (standing_id, age_category, delta, score_after, stood, stands, reason, at)
    select id, age_category, 0, 0, false, true, 'first-answer', now() - interval '8 days' from standings where student_id = $1`,
    [me.studentId],
  )
  await queryDatabase(product, 'delete from board_weeks')
  await product.stop()
  await product.restart()
  const page = await openFor(me, browser, product.url)
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto('/student/scholarship')
  const rows = page.getByRole('region', { name: 'All ranks' }).getByRole('listitem')
  // Below the board's thousand rows are the gap, three neighbours and the student.
  await expect(rows.nth(1_004)).toContainText('You are here')
  await expect(rows.nth(1_001)).toContainText(/other\d+/)
  await expect(page.getByText(/^\d+ places up this week$/)).toBeVisible()
  await expect(page.getByText(/^\d+ more points take you past \w+\.$/)).toBeVisible()
  await page.goto('/user-rank')
  await expect(page.getByRole('list', { name: 'Around you' }).getByRole('listitem').nth(3)).toContainText(
    'You are here',
  )
  await expect(page.getByText(/^\d+ places up this week$/)).toBeVisible()
  await expectFit(page)
  // The three neighbours above have the same points, and the next student to pass is further up.
  await page.goto('/student/dashboard')
  await expect(page.getByText(/^20 more points take you past \w+\.$/)).toBeVisible()
  await page.context().close()
})
