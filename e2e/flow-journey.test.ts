// One continuous flow: watch a video, take its quiz, continue with the next, on a small phone, for students and visitors.
import { finishAttempt, listAttempts, startAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos, watchVideo, type Video } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFitsWidth } from './fit.ts'
import { expect, test } from './fixtures.ts'
import type { Student } from './people.ts'
import { countToasts } from './toasts.ts'
import { content, freeCount, params, playToTheEnd, starters, theEnd } from './starters.ts'

test.use({ viewport: { width: 360, height: 560 } })

async function takeQuiz({ call }: Student, video: Video): Promise<void> {
  await call(startAttempt, { params: params(video) })
  await call(finishAttempt, { params: params(video) })
}

test.describe('the end of a video', () => {
  test('marks it as watched, offers its quiz, and then the next video', async ({ studentPage: page, student }) => {
    const [video, next] = await starters(student)
    const toasts = await countToasts(page, 'Video marked as watched.')
    await page.goto(`/student/videos?video=${video._id}`)
    await playToTheEnd(page)
    await expect(theEnd(page)).toContainText('You’ve seen it! 5 questions, up to 50 points')
    await expect(
      theEnd(page).getByRole('link', { name: new RegExp(`^Next video · .* MB: ${next.title}$`) }),
    ).toBeVisible()
    await expect(page.getByText('Watched', { exact: true })).toBeVisible()
    expect(await toasts()).toBe(1)
    await expectAccessible(page)

    await theEnd(page).getByRole('button', { name: 'Watch again' }).click()
    await expect(theEnd(page)).toHaveCount(0)
    await page.locator('video').evaluate((element: HTMLVideoElement) => {
      element.currentTime = element.duration - 1
    })
    await theEnd(page).getByRole('link', { name: 'Take the quiz' }).click()
    await expect(page.getByRole('button', { name: 'Start Quiz' })).toBeVisible()
    expect(await toasts()).toBe(1)

    await takeQuiz(student, video)
    await page.goto(`/student/videos?video=${video._id}`)
    await playToTheEnd(page)
    await expect(theEnd(page)).toContainText('Your quiz: 0 of 50 points')
    await theEnd(page)
      .getByRole('link', { name: new RegExp(`^Play next · .* MB: ${next.title}$`) })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: next.title })).toBeVisible()
  })
})

test.describe('the dashboard', () => {
  const main = (page: Page) => page.getByRole('main')

  test('offers the next step, and nothing twice', async ({ studentPage: page, student }) => {
    const [a] = await starters(student)
    await page.goto('/student/dashboard')
    await expect(main(page).getByRole('link', { name: `Watch Video: ${a.title}` })).toBeVisible()
    await student.call(watchVideo, { params: { id: a._id } })
    await page.reload()
    // "first video as a resume card (title, description, 'Watch Video' […], question count)"; its quiz comes second.
    const card = main(page).locator('article.resume')
    const expectCard = async (title: string | RegExp, ...quiz: string[]) => {
      await expect(card.getByRole('heading', { name: title })).toBeVisible()
      await expect(card.getByRole('link').and(card.locator('.btn'))).toHaveText(['Watch Video', ...quiz])
      await expect(card).toContainText(/5 questions/)
      if (title === a.title) await expect(card).toContainText(a.description)
    }
    await expectCard(a.title, 'Take the quiz')
    await card.getByRole('link', { name: 'Take the quiz' }).click()
    await page.getByRole('button', { name: 'Start Quiz' }).click()
    await expect(page.getByRole('radio')).toHaveCount(4)
    expect(await page.evaluate(() => sessionStorage.getItem('videoTitle'))).toBe(a.title)

    await page.getByRole('button', { name: /^Leave quiz/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave the quiz?' })
    await expect(dialog).toContainText('The clock keeps running.')
    await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(dialog).toBeHidden()
    // The phone's Back button asks too.
    await page.goBack()
    await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('radio')).toHaveCount(4)
    await page.goBack()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/student/dashboard')
    await expectCard(a.title, 'Continue the quiz')
    await card.getByRole('link', { name: 'Continue the quiz' }).click()
    await page.getByRole('button', { name: /^Leave quiz/ }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/student/trivia')

    const bar = page.getByRole('complementary', { name: 'Running quiz' })
    await expect(bar).toContainText(a.title)
    await expect(bar.getByRole('timer')).toHaveText(/^0[01]:\d\d$/)
    await expect(page.getByRole('article').first()).toContainText(a.title)
    await page.getByRole('link', { name: 'Videos' }).last().click()
    await expect(bar).toBeVisible()
    await expectFitsWidth(page)
    await page.goto('/student/dashboard')
    await expect(main(page).getByText('Your quiz is still going. The clock is ticking!')).toBeVisible()
    await expectAccessible(page)
    await bar.getByRole('link', { name: /^Continue/ }).click()
    await expect(page.getByRole('radio')).toHaveCount(4)
    await expect(bar).toHaveCount(0)

    await student.call(finishAttempt, { params: params(a) })
    const free = (await student.call(listVideos, {})).filter(({ isLocked }) => !isLocked)
    for (const video of free.filter(({ _id }) => _id !== a._id)) await takeQuiz(student, video)
    await page.goto('/student/dashboard')
    await expect(main(page).getByRole('heading', { name: 'You finished every free story' })).toBeVisible()
    await expect(main(page).getByText(`${content.length - freeCount} more videos open after you pay.`)).toBeVisible()
    await expectCard(/.+/)
    await expect(bar).toHaveCount(0)
    // Students who cannot pay have a reason to come back too.
    await expectAccessible(page)
    await main(page).getByRole('link', { name: 'Today’s 3 questions' }).click()
    await expect(page.getByText('3 left to learn')).toBeVisible()
  })
})

test.describe('the start of a quiz', () => {
  test('warns students who have not watched the video', async ({ studentPage: page, student }) => {
    const [video] = await starters(student)
    await page.goto(`/student/trivia/page?video=${video._id}`)
    await expect(page.getByText('You have not watched this video to the end yet. You get one try.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Watch first' }).click()
    await expect(page).toHaveURL(new RegExp(`/student/videos\\?video=${video._id}`))
    await page.goBack()
    await page.getByRole('button', { name: 'Start anyway' }).click()
    await expect(page.getByRole('radio')).toHaveCount(4)
  })

  test('by a double click starts one attempt and selects no text', async ({ studentPage: page, student }) => {
    const [video] = await starters(student)
    await student.call(watchVideo, { params: { id: video._id } })
    await page.goto(`/student/trivia/page?video=${video._id}`)
    let starts = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/start')) starts += 1
    })
    await page.getByRole('button', { name: 'Start Quiz' }).dblclick()
    await expect(page.getByRole('radio')).toHaveCount(4)
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
    expect(starts).toBe(1)
    expect((await student.call(listAttempts, {})).attempts).toHaveLength(1)
  })
})

test.describe('the ways of visitors', () => {
  test('lead from the menu and the footer to what is open to them', async ({ page }) => {
    await page.goto('/')
    for (const [name, path] of [
      ['All Videos', '/video-list'],
      ['Top 1000 Students', '/leaderboard'],
      ['My Rank', '/user-rank'],
    ] as const) {
      await page.goto('/about')
      await page.locator('summary[aria-label="Menu"]').click()
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name }).click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await page.goto('/about')
      await page.getByRole('contentinfo').getByRole('link', { name }).click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
    }
    await page.goto('/')
    const resources = page.getByRole('navigation', { name: 'Resources' }).getByRole('link')
    for (const link of await resources.all()) expect(await link.getAttribute('href')).toBe('/student/register')
  })

  test('Watch Video on Home opens that video', async ({ page, student }) => {
    const [, second] = await starters(student)
    await page.goto('/')
    await page.getByRole('link', { name: `Watch Video: ${second.title}` }).click()
    await expect(page).toHaveURL(new RegExp(`/video-list\\?video=${second._id}$`))
    const card = page.getByRole('article').first()
    await expect(card).toContainText(second.title)
    // The video that the address names is on screen without scrolling.
    await expect(card.locator('video')).toBeInViewport({ ratio: 1 })
    await expect(card.getByRole('heading', { name: second.title })).toBeInViewport({ ratio: 1 })
  })

  test('Mark as Watched and Show Trivia lead through the login to that video and its quiz', async ({
    page,
    student,
  }) => {
    const [, second] = await starters(student)
    await page.goto('/video-list')
    const card = page.getByRole('article').filter({ hasText: second.title })
    await card.getByRole('link', { name: `Mark as Watched: ${second.title}` }).click()
    await page.waitForURL('**/student/login')
    await page.goBack()
    await card.getByRole('link', { name: `Show Trivia: ${second.title}` }).click()
    await page.waitForURL('**/student/login')
    await page.getByLabel('Email').fill(student.email)
    await page.getByLabel('Password', { exact: true }).fill(student.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(`**/student/trivia?video=${second._id}`)
    await expect(page.getByRole('article').first()).toContainText(second.title)
  })
})
