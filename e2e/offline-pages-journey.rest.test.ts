// A student whose network disappears at each step: pages say so at once, a quiz continues, and everything is there when it returns.
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf, ASKED, readQuestion, TITLE } from './answers.ts'
import { makeCertificate } from './certificate.ts'
import { expect, test } from './fixtures.ts'
import { makeStudent, registration } from './people.ts'
import { screenSizes } from './screen-sizes.ts'
import { fillSignUp, openSignUp, readCode } from './sign-up.ts'
import { logIn, offlineBar, stat, storedNote, takeQuiz, untilDashboardIsStored } from './offline-pages.ts'

test.use({ viewport: { width: 360, height: 560 }, serviceWorkers: 'allow' })

/** What each page says if its data was not loaded. The dashboard has its own test. */
const pages: readonly (readonly [path: string, sentence: string])[] = [
  ['/student/videos', 'Failed to load videos.'],
  ['/student/trivia', 'Failed to load videos.'],
  ['/student/review', 'Failed to load quizzes.'],
  ['/student/practice', 'Failed to load quiz.'],
  ['/student/badges', 'Failed to load your badges.'],
  ['/student/scholarship', 'Failed to load leaderboard.'],
  ['/student/league', 'Failed to load your league.'],
  ['/student/notification', 'Failed to load notifications.'],
  ['/student/payment', 'Failed to load payments.'],
  ['/student/setting', 'Failed to fetch user data.'],
  ['/user-rank', 'Failed to load your rank.'],
  ['/student/draws', 'Failed to load the draws.'],
]

/** Whether the browser has stored every script and style that a page has loaded. */
const isStored = (page: Page) =>
  page.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const stored = await Promise.all(loaded.filter((url) => url.includes('/assets/')).map((url) => caches.match(url)))
    return stored.every((reply) => reply !== undefined)
  })

test('on a silent network, the dashboard shows stored data at once, and new data later', async ({
  page,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  await logIn(page, student)
  await untilDashboardIsStored(page)
  await takeQuiz(student)
  const held: Route[] = []
  await page.route('**/api/**', (route) => void held.push(route))
  await page.goto('/student/dashboard')
  await expect(page.getByRole('heading', { name: 'Featured Videos' })).toBeVisible()
  await expect(stat(page, 'quizzes done')).toHaveText('0')
  await expect(storedNote(page)).toContainText('Your network is slow. We are loading the newest data.')
  expect(held.length).toBeGreaterThan(0)
  // The page asks again on its own, after the requests without a reply have ended.
  await page.unroute('**/api/**')
  await expect(stat(page, 'quizzes done')).toHaveText('1')
  await expect(stat(page, 'points')).toHaveText('50')
  await expect(storedNote(page)).toHaveCount(0)
})

/**
 * Presses a form's button without a network, and again with one.
 * @param values what was typed, by field label
 */
async function sendTwice(page: Page, button: string, values: Record<string, string>): Promise<void> {
  await page.context().setOffline(true)
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(
    page.getByText('No connection. Check your network, then try again. Nothing you did is lost.'),
  ).toBeVisible()
  for (const [label, value] of Object.entries(values))
    await expect(page.getByLabel(label, { exact: true }), label).toHaveValue(value)
  // Until the button is enabled, its colour is still changing.
  await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: button, exact: true }).click()
}

test('a new student without a network keeps what was typed in each form, and can send it when the network returns', async ({
  page,
}) => {
  const form = registration()
  await openSignUp(page)
  await fillSignUp(page, form)
  await sendTwice(page, 'Sign Up', {
    Username: form.username,
    Email: form.email,
    'Phone Number': form.number,
    'Date of Birth': form.birth,
    Gender: form.gender,
    Address: form.address,
    Password: form.password,
    'Confirm Password': form.password,
  })
  await page.waitForURL('**/verify-email')
  const code = await readCode(page, form.email)
  await page.getByLabel('Verification code').fill(code)
  await sendTwice(page, 'Submit', { 'Verification code': code })
  await page.waitForURL('**/student/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.getByLabel('Email').fill(form.email)
  await page.getByLabel('Password', { exact: true }).fill(form.password)
  await sendTwice(page, 'Login', { 'Email, phone or username': form.email, Password: form.password })
  await page.waitForURL('**/student/dashboard')
  await expect(page.getByRole('heading', { name: `Hello ${form.username}` })).toBeVisible()
})

for (const screen of screenSizes)
  test.describe(`at ${screen.width} x ${screen.height}`, () => {
    test.use({ viewport: screen })

    test('every page that was opened once says offline what it cannot load, and loads it later on its own', async ({
      page,
      productUrl,
    }) => {
      const student = await makeStudent(productUrl)
      const [video] = await student.call(listVideos, {})
      const all: typeof pages = [
        ...pages,
        [`/student/videos?video=${video?._id}`, 'Failed to load videos.'],
        [await makeCertificate(student), 'Failed to load the certificate.'],
      ]
      await logIn(page, student)
      // The service worker stores the pages' files once it controls them.
      for (const [path] of all) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect.poll(() => isStored(page), { message: path }).toBe(true)
      }
      await page.context().setOffline(true)
      for (const [path, sentence] of all) {
        await page.goto(path)
        await expect(page.getByText(sentence).first(), path).toBeVisible()
        await expect(offlineBar(page)).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(
          0,
        )
        if (path === '/student/review') await expectAccessible(page)
        await page.context().setOffline(false)
        // Nobody has to press Try again.
        await expect(page.getByText(sentence), path).toHaveCount(0)
        await expect(offlineBar(page)).toHaveCount(0)
        await page.context().setOffline(true)
      }
    })
  })

test('a page that was never opened explains why it cannot open, and opens later on its own', async ({
  page,
  productUrl,
}) => {
  await logIn(page, await makeStudent(productUrl))
  await page.context().setOffline(true)
  await page.goto('/student/payment')
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  await expect(page.getByText('Your payment is safe.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: /Make a Payment/ })).toBeVisible()
})

test('a quiz whose network disappears after the start can be answered to its end, and counts once the network returns', async ({
  page,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  await logIn(page, student)
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
  await page.getByRole('button', { name: /Start anyway/ }).click()
  const key = answersOf(TITLE, '11-20')
  await readQuestion(page)
  await page.context().setOffline(true)
  for (let at = 0; at < ASKED; at += 1) {
    const right = key.get(await readQuestion(page)) ?? ''
    await page.getByRole('radio', { name: right, exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('No connection. Your answer is saved on this phone and will be sent.')).toBeVisible()
    if (at < ASKED - 1) await page.getByRole('button', { name: 'Next Question' }).click()
  }
  await page.context().setOffline(false)
  // The page shows the result if it requested the attempt after its last answer had arrived; otherwise that answer's outcome.
  await expect(page.getByRole('heading', { name: /^Correct answer!|^You scored 50 out of 50/ })).toBeVisible()
  const readScores = async () => (await student.call(listAttempts, {})).attempts.map(({ score }) => score)
  await expect.poll(readScores).toEqual([50])
})
