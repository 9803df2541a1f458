// A new version of the app while pages of the old one are open: they keep working, and nothing typed or answered is lost.
import { finishAttempt, listAttempts, startAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page, Route } from '@playwright/test'
import { answersOf, ASKED, readQuestion, TITLE } from './answers.ts'
import { expect, test, waitForApp } from './fixtures.ts'
import { NEW_SENTENCE, OLD_SENTENCE, startUpdatableProduct, type UpdatableProduct } from './new-version.ts'
import { makeStudent, type Student } from './people.ts'

test.use({ serviceWorkers: 'allow' })

async function logIn(page: Page, baseUrl: string, { email, password }: Student): Promise<void> {
  await page.goto(`${baseUrl}/student/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/dashboard')
}

/** Lists the paths of the documents that a page loads from now on. */
function listLoads(page: Page): () => string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname)
  })
  return () => paths
}

const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Student', exact: true }).getByRole('link', { name, exact: true })

const leaderboard = (page: Page) => page.getByRole('heading', { level: 1, name: /Leaderboard/ })
const failure = (page: Page) => page.getByRole('heading', { name: 'This page did not load' })
const SCHOOL = 'Unity School, Yaba'

/** Opens the settings and types something without sending it. */
async function typeSchool(page: Page): Promise<void> {
  await page.goto('/student/setting')
  await page.getByLabel('School').fill(SCHOOL)
}

/** Opens the settings without another load, for which the app must have started: before that, a link loads a page. */
async function expectSchool(page: Page): Promise<void> {
  await waitForApp(page)
  await linkTo(page, 'Settings').click()
  await expect(page.getByLabel('School')).toHaveValue(SCHOOL)
}

test.describe('a page of the old version that has stored nothing for offline use', () => {
  const REPORT = /Report this question/
  const START = /Start anyway/
  let product: UpdatableProduct
  /** The settings, with something typed. */
  let settings: Page
  /** A quiz review, where questions can be reported. */
  let review: Page
  /** A quiz that has not been started. */
  let introduction: Page
  let quizStudent: Student

  test.beforeAll(async ({ browser }) => {
    product = await startUpdatableProduct()
    const openFor = async (student: Student) => {
      const page = await browser.newPage({ baseURL: product.url, serviceWorkers: 'block' })
      await logIn(page, product.url, student)
      return page
    }
    settings = await openFor(await makeStudent(product.url))
    await typeSchool(settings)

    const student = await makeStudent(product.url)
    const params = { videoTitle: TITLE, ageCategory: '11-20' } as const
    await student.call(startAttempt, { params })
    await student.call(finishAttempt, { params })
    const video = (await student.call(listVideos, {})).find(({ title }) => title === TITLE)
    review = await openFor(student)
    await review.goto(`/student/review?video=${video?._id}`)
    await expect(review.getByRole('button', { name: REPORT }).first()).toBeVisible()

    quizStudent = await makeStudent(product.url)
    introduction = await openFor(quizStudent)
    await introduction.goto('/student/trivia')
    await introduction.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
    await expect(introduction.getByRole('button', { name: START })).toBeVisible()
    // The page preloads the quiz while the introduction is read. Only this part of the quiz comes from the old version.
    await introduction.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/quiz-run-')),
    )
    await product.deploy()
  })
  test.afterAll(() => product.remove())

  test('a page whose script is gone is loaded in the new version, and what was typed before is kept', async () => {
    const page = settings
    const loads = listLoads(page)
    await linkTo(page, 'Leaderboard').click()
    await expect(leaderboard(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/student/scholarship')
    // After that load, the other pages of the new version need no further one.
    await expectSchool(page)
    await linkTo(page, 'Dashboard').click()
    await expect(page.getByText(NEW_SENTENCE)).toBeVisible()
    expect(loads()).toEqual(['/student/scholarship'])
    await page.close()
  })

  test('a form whose script is gone opens after the page was loaded in the new version', async () => {
    const page = review
    const report = page.getByRole('button', { name: REPORT }).first()
    const loads = listLoads(page)
    await report.click()
    await expect(page.getByText('We have a new version of Baobab. Please press the button again.')).toBeVisible()
    await report.click()
    await expect(page.getByRole('button', { name: 'Send report' })).toBeVisible()
    expect(loads()).toEqual(['/student/review'])
    await page.close()
  })

  test('a running quiz continues in the new version, with every answer', async () => {
    const page = introduction
    await page.getByRole('button', { name: START }).click()
    const key = answersOf(TITLE, '11-20')
    const answer = async () => {
      const right = key.get(await readQuestion(page)) ?? ''
      await page.getByRole('radio', { name: right, exact: true }).check({ force: true })
      await page.getByRole('button', { name: 'Submit' }).click()
    }
    await answer()
    await page.getByRole('button', { name: 'Next Question' }).click()
    await readQuestion(page)
    await page.context().setOffline(true)
    await answer()
    await expect(page.getByText('No connection. Your answer is saved on this phone and will be sent.')).toBeVisible()
    // The second answer is still on the phone when the page is loaded in the new version.
    await page.route('**/answer', (route) => route.abort())
    await page.context().setOffline(false)
    const loads = listLoads(page)
    await page.goBack()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await linkTo(page, 'Leaderboard').click()
    await expect(leaderboard(page)).toBeVisible()
    expect(loads()).toEqual(['/student/scholarship'])
    await page.unroute('**/answer')
    await page.getByRole('link', { name: /Continue/ }).click()
    for (let left = ASKED - 2; left > 0; left -= 1) {
      await answer()
      if (left > 1) await page.getByRole('button', { name: 'Next Question' }).click()
    }
    const readScores = async () => (await quizStudent.call(listAttempts, {})).attempts.map(({ score }) => score)
    await expect.poll(readScores).toEqual([50])
    await page.close()
  })
})

test.describe('when nothing is stored for offline use', () => {
  test.use({ serviceWorkers: 'block' })
  const leaderboardScripts = '**/assets/student-leaderboard-*.js'

  test('nothing is loaded without a network, and the requested page opens when it returns', async ({
    studentPage: page,
    context,
  }) => {
    await typeSchool(page)
    await context.setOffline(true)
    const loads = listLoads(page)
    await linkTo(page, 'Leaderboard').click()
    await expect(failure(page)).toBeVisible()
    await expect(page.getByText(/^Loading chunk failed \(missing: \S+\/student-leaderboard-/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Load again' })).toBeVisible()
    expect(loads()).toEqual([])
    await context.setOffline(false)
    await expect(leaderboard(page)).toBeVisible()
    await expectSchool(page)
    expect(loads()).toEqual(['/student/scholarship'])
  })

  test('a script that stays missing is explained after one load', async ({ studentPage: page }) => {
    await typeSchool(page)
    await page.route(leaderboardScripts, (route) => route.fulfill({ status: 404 }))
    const loads = listLoads(page)
    await linkTo(page, 'Leaderboard').click()
    await expect(failure(page)).toBeVisible()
    expect(loads()).toEqual(['/student/scholarship'])
    await page.unroute(leaderboardScripts)
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(leaderboard(page)).toBeVisible()
    await expectSchool(page)
  })

  test('a script that does not arrive in two minutes is explained, and loaded once the network returns', async ({
    studentPage: page,
  }) => {
    await page.clock.install()
    await typeSchool(page)
    const silent: Route[] = []
    const hold = (route: Route) => void silent.push(route)
    await page.route(leaderboardScripts, hold)
    const readTime = () => page.evaluate(() => Date.now())
    const before = await readTime()
    await linkTo(page, 'Leaderboard').click()
    await expect.poll(() => silent.length).toBeGreaterThan(0)
    const after = await readTime()
    await page.clock.pauseAt(before + 115_000)
    await expect(failure(page)).toHaveCount(0)
    await page.clock.resume()
    await page.clock.runFor(after - before + 5_000)
    await expect(failure(page)).toBeVisible()
    await expect(page.getByText(/^Loading chunk failed \(timeout: \S+\/student-leaderboard-/)).toBeVisible()
    await page.unroute(leaderboardScripts, hold)
    // The request is repeated after growing pauses.
    await page.clock.runFor(120_000)
    await expect(leaderboard(page)).toBeVisible()
    await expectSchool(page)
  })
})

test.describe('a phone that stores the app', () => {
  let product: UpdatableProduct
  test.beforeAll(async () => {
    product = await startUpdatableProduct()
  })
  test.afterAll(() => product.remove())

  test('an update leaves the open page working, and the next start is the new version, even without a network', async ({
    context,
  }) => {
    const { url } = product
    const page = await context.newPage()
    await logIn(page, url, await makeStudent(url))
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto(`${url}/about`)
    await page.goto(`${url}/student/dashboard`)
    await expect(page.getByText(OLD_SENTENCE)).toBeVisible()
    await product.deploy()
    const isWaiting = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        await registration.update().catch(() => undefined)
        return registration.waiting !== null
      })
    await expect.poll(isWaiting).toBe(true)

    const loads = listLoads(page)
    await linkTo(page, 'Leaderboard').click()
    await expect(leaderboard(page)).toBeVisible()
    await linkTo(page, 'Dashboard').click()
    await expect(page.getByText(OLD_SENTENCE)).toBeVisible()
    expect(loads()).toEqual([])
    // A page opened now comes entirely from the server; no part of it is from the old version.
    const second = await context.newPage()
    const missing: string[] = []
    second.on('response', (reply) => void (reply.status() === 404 && missing.push(reply.url())))
    await second.goto(`${url}/student/dashboard`)
    await expect(second.getByText(NEW_SENTENCE)).toBeVisible()
    expect(missing).toEqual([])
    await second.close()
    await page.close()

    await context.setOffline(true)
    // The browser switches to the new version a moment after the last page was closed.
    await expect(async () => {
      const next = await context.newPage()
      await next.goto(`${url}/student/dashboard`)
      const greeting = next.getByText(/^How are you/)
      await expect(greeting).toBeVisible()
      const isNew = (await greeting.innerText()) === NEW_SENTENCE
      // A stored copy of the public page would have no styles, so the page says that it did not load.
      await next.goto(`${url}/about`)
      const isExplained =
        isNew &&
        (await failure(next)
          .waitFor()
          .then(() => true))
      await next.close()
      expect([isNew, isExplained]).toEqual([true, true])
    }).toPass()
  })
})
