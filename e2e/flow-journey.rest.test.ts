// What may go wrong on the way from a video to its quiz and the next one: bad networks, double taps, full screen.
import { listAttempts, startAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos, watchVideo, type Video } from '@baobab/contract/videos/endpoints.ts'
import type { Route } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFitsWidth } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { followPageTime, stopTime } from './page-clock.ts'
import { countToasts } from './toasts.ts'
import { content, freeCount, params, playToTheEnd, starters, theEnd } from './starters.ts'

test.use({ viewport: { width: 360, height: 560 } })

test.describe('the end of a video', () => {
  test('is shown in full screen, and fits large text', async ({ studentPage: page, student }) => {
    const [video] = await starters(student)
    await page.goto(`/student/videos?video=${video._id}`)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await page.getByRole('button', { name: 'Full screen' }).click()
    await playToTheEnd(page)
    const quiz = theEnd(page).getByRole('link', { name: 'Take the quiz' })
    await expect(quiz).toBeVisible()
    expect(await page.evaluate(() => document.fullscreenElement?.className)).toBe('player')
    await page.getByRole('button', { name: 'Full screen' }).click()
    await expectFitsWidth(page)
    await quiz.click()
    await expect(page).toHaveURL(/\/student\/trivia\/page/)
  })

  test('leads from the last free video to those that a payment unlocks', async ({ studentPage: page, student }) => {
    const videos = await student.call(listVideos, {})
    const free = videos.filter(({ isLocked }) => !isLocked)
    const last = free.at(-1)
    const after = videos.slice(videos.findIndex((video) => video === last) + 1)
    const locked = [...after, ...videos].find(({ isLocked }) => isLocked)
    for (const { _id: id } of free.slice(0, -1)) await student.call(watchVideo, { params: { id } })
    await page.goto(`/student/videos?video=${last?._id}`)
    await playToTheEnd(page)
    await theEnd(page)
      .getByRole('link', { name: `Pay to see more videos: ${locked?.title}` })
      .click()
    await expect(page.getByRole('link', { name: /^Make a Payment of #1000/ })).toBeVisible()
  })

  test('says what is missing without a network', async ({ studentPage: page, student }) => {
    const [video] = await starters(student)
    await page.goto(`/student/videos?video=${video._id}`)
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click()
    await page.locator('video').evaluate(async (element: HTMLVideoElement) => {
      await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }))
    })
    await page.context().setOffline(true)
    await page.locator('video').evaluate((element: HTMLVideoElement) => {
      element.dispatchEvent(new Event('ended'))
      Object.defineProperty(element, 'ended', { value: true })
      element.dispatchEvent(new Event('ended'))
    })
    await expect(theEnd(page)).toContainText('You are offline. Take the quiz when your network is back.')
    await page.context().setOffline(false)
  })
})

for (const fromEnd of [3, 30])
  test(`a link to a moment ${fromEnd} seconds before the end plays from there`, async ({
    studentPage: page,
    student,
  }) => {
    const [video] = await starters(student)
    const moment = Math.floor(video.durationSeconds ?? 0) - fromEnd
    await page.goto(`/student/videos?video=${video._id}&at=${moment}`)
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click()
    const player = page.locator('video').first()
    await expect.poll(() => player.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    const time = await player.evaluate((element: HTMLVideoElement) => element.currentTime)
    expect(time).toBeGreaterThanOrEqual(moment - 0.5)
  })

test.describe('the lists', () => {
  test('a card plays, marks as watched once however often it is tapped, and opens its quiz first', async ({
    studentPage: page,
    student,
  }) => {
    const [first, , third] = await starters(student)
    await student.call(watchVideo, { params: { id: first._id } })
    const toasts = await countToasts(page, 'Video marked as watched.')
    const media: string[] = []
    page.on('request', (request) => {
      if (/\.(mp4|m3u8)$/.test(request.url())) media.push(request.url())
    })
    await page.goto('/student/videos')
    const card = page.getByRole('article').filter({ hasText: third.title })
    await expect(card.getByRole('button', { name: `Play ${third.title}` })).toBeVisible()
    await expect(card.getByRole('link', { name: `Watch Video: ${third.title}` })).toBeVisible()
    expect(media).toEqual([])
    await card.getByRole('button', { name: `Mark as Watched: ${third.title}` }).dblclick()
    await expect(card.getByText('Watched', { exact: true })).toBeVisible()
    expect(await toasts()).toBe(1)
    // Uses a screen as tall as the page: a control half hidden by the tabs would count as too small.
    await page.setViewportSize({ width: 360, height: 12_000 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 560 })

    await card.getByRole('link', { name: `Show Trivia: ${third.title}` }).click()
    await expect(page).toHaveURL(new RegExp(`/student/trivia\\?video=${third._id}`))
    const titles = () => page.getByRole('article').getByRole('heading').allInnerTexts()
    await expect.poll(titles).toHaveLength(content.length)
    expect((await titles())[0]).toBe(third.title)
    await expect(page.getByRole('article').first()).toContainText('The quiz for your video')
    await page.goto('/student/trivia')
    await expect.poll(titles).toHaveLength(content.length)
    expect((await titles()).slice(0, 2)).toEqual([first.title, third.title])
  })

  test('says so if the list of quizzes cannot be loaded', async ({ studentPage: page }) => {
    await page.route('**/api/trivia/attempts', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/student/trivia')
    await expect(page.getByRole('heading', { name: 'Failed to load videos.' })).toBeVisible()
    await expect(page.getByText('No trivias found for this age category.')).toHaveCount(0)
    await page.unroute('**/api/trivia/attempts')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('admin lists say that there is no video, or that they could not be loaded', async ({ adminPage: page }) => {
  const videos = '**/admin/video-list?*'
  await page.route(videos, (route) => route.fulfill({ json: { videos: [], nextCursor: null } }))
  for (const tab of ['', '?tab=trivia']) {
    await page.goto(`/admin/content-management${tab}`)
    await expect(page.getByRole('heading', { name: 'No videos found for this age category.' })).toBeVisible()
    await expectFitsWidth(page)
  }
  await page.unroute(videos)
  await page.route(videos, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/admin/content-management?tab=trivia')
  await expect(page.getByRole('heading', { name: 'Failed to load videos.' })).toBeVisible()
  await page.unroute(videos)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Quizzes for 11-20' })).toBeVisible()
})

test.describe('the dashboard', () => {
  test("a running quiz's clock ends everywhere when its time is up", async ({ studentPage: page, student }) => {
    const [a, b] = await starters(student)
    await student.call(watchVideo, { params: { id: a._id } })
    await student.call(startAttempt, { params: params(a) })
    await page.clock.install()
    await followPageTime(page)
    let isOver = false
    await page.route('**/api/trivia/attempts', async (route) => {
      const response = await route.fetch()
      const list = (await response.json()) as { attempts: { state: string }[] }
      const [attempt] = list.attempts
      if (!attempt) throw new Error('the attempt is not listed')
      if (isOver) attempt.state = 'locked'
      const now = await page.evaluate(() => new Date().toISOString())
      await route.fulfill({ response, json: list, headers: { ...response.headers(), 'x-server-time': now } })
    })
    await page.goto('/student/dashboard')
    const bar = page.getByRole('complementary', { name: 'Running quiz' })
    await expect(bar).toBeVisible()
    // Waits for all calls first, because one in flight would reach its time limit.
    await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0)
    isOver = true
    await page.clock.fastForward(120_000)
    await expect(bar).toHaveCount(0)
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: `Watch Video: ${b.title}` })
        .first(),
    ).toBeVisible()
    await expect(page.getByText('Your quiz is still going. The clock is ticking!')).toHaveCount(0)
  })

  test('shows a picture in its advert', async ({ studentPage: page }) => {
    await page.goto('/student/dashboard')
    const advert = page.getByRole('complementary', { name: 'Advert' })
    // Its picture is loaded near the screen. React replaces the advert when the page's data arrives, which moves it away.
    await expect(async () => {
      await advert.scrollIntoViewIfNeeded()
      await expect(advert.locator('svg use[href$="#advert"]')).toBeVisible({ timeout: 500 })
    }).toPass()
  })
})

test.describe('the start of a quiz', () => {
  test('ends with a message on a silent network, and another try opens the same attempt', async ({
    studentPage: page,
    student,
  }) => {
    const [video] = await starters(student)
    await student.call(watchVideo, { params: { id: video._id } })
    await page.clock.install()
    await page.goto(`/student/trivia/page?video=${video._id}`)
    // The start reaches the server, but no reply ever arrives.
    const silent: Route[] = []
    await page.route('**/start', async (route) => {
      await route.fetch()
      silent.push(route)
    })
    await page.getByRole('button', { name: 'Start Quiz' }).click()
    await expect.poll(() => silent.length).toBe(1)
    await page.clock.runFor(16_000)
    await expect(page.getByRole('heading', { name: 'The network is not responding. Please try again.' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/start')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('radio')).toHaveCount(4)
    expect((await student.call(listAttempts, {})).attempts).toHaveLength(1)
  })
})

test('a leaderboard on a silent network says that it did not load, and can be loaded again', async ({
  studentPage: page,
}) => {
  await page.clock.install()
  let calls = 0
  await page.route('**/api/leaderboard?*', () => {
    calls += 1
  })
  await page.goto('/student/scholarship')
  await expect.poll(() => calls).toBeGreaterThan(0)
  // The page's HTML already sends the call. Its time limit of 15 seconds begins once the page's script has taken it over, which may be
  // later than now. So time passes only in steps, and the failure stays longer than a step each time.
  await stopTime(page)
  const failed = page.getByRole('heading', { name: 'Failed to load leaderboard.' })
  await expect(async () => {
    await page.clock.runFor(2_000)
    expect(await failed.count()).toBe(1)
  }).toPass({ intervals: [100] })
  await page.unroute('**/api/leaderboard?*')
  await page.getByRole('button', { name: 'Try again' }).first().dispatchEvent('click')
  await expect(async () => {
    await page.clock.runFor(50)
    expect(await failed.count()).toBe(0)
  }).toPass({ intervals: [100] })
})

test('a payment celebrates what it unlocked, and the cards show it until they are opened', async ({
  studentPage: page,
  student,
}) => {
  const [, , , d, e] = await starters(student)
  const lockedCount = content.length - freeCount
  const toasts = await countToasts(page, 'Payment')
  await page.goto('/student/videos')
  await expect(page.getByRole('link', { name: /^Make a Payment of #1000: / })).toHaveCount(lockedCount)
  await page.goto('/student/payment')
  // Otherwise the page would redirect after five seconds.
  const seen = Promise.withResolvers<void>()
  await page.route('**/dashboard', async (route) => {
    await seen.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Proceed To Make Payment' }).click()
  const checkout = page.frameLocator('iframe[title^="Pay with"]')
  await checkout.getByRole('button', { name: /^Pay/ }).click()
  const unlocked = page.getByRole('region', { name: 'Unlocked' })
  // No toast covers these texts: the page itself says that the payment is confirmed.
  for (const name of ['Unlocked', d.title, `and ${lockedCount - 1} more`])
    await expect(unlocked.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 })
  const [box, tabs] = [await unlocked.boundingBox(), await page.locator('.bnav').boundingBox()]
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
  await expect(
    page.getByRole('status').filter({ hasText: 'Payment confirmed! Redirecting to dashboard...' }),
  ).toBeVisible()
  expect(await toasts()).toBe(0)
  seen.resolve()
  await page.waitForURL('**/dashboard')

  await page.goto('/student/videos')
  const card = (video: Video) => page.getByRole('article').filter({ hasText: video.title })
  await expect(card(e).getByText('Unlocked', { exact: true })).toBeVisible()
  await card(d)
    .getByRole('link', { name: /^Watch Video/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: d.title })).toBeVisible()
  await page.getByRole('link', { name: 'All Videos' }).first().click()
  await expect(card(e).getByText('Unlocked', { exact: true })).toBeVisible()
  await expect(card(d).getByText('Unlocked', { exact: true })).toHaveCount(0)
})

test("a logged-in student skips the visitors' forms, and keeps the menu everywhere", async ({ studentPage: page }) => {
  await page.goto('/')
  await page.getByText('Look for the owner').click()
  const ways = [
    [page.getByRole('main').getByRole('link', { name: 'Start Now' }), '/student/dashboard'],
    [page.getByRole('main').getByRole('link', { name: 'Claim Your Spot' }), '/student/dashboard'],
    [page.getByRole('main').getByRole('link', { name: 'Take Quiz' }), '/student/trivia'],
    [page.getByRole('contentinfo').getByRole('link', { name: 'Video Library' }), '/student/videos'],
    [page.getByRole('contentinfo').getByRole('link', { name: 'Trivia Games' }), '/student/trivia'],
    [page.getByRole('contentinfo').getByRole('link', { name: 'Leaderboard' }), '/student/scholarship'],
    [page.getByRole('contentinfo').getByRole('link', { name: 'Scholarship' }), '/student/draws'],
  ] as const
  for (const [link, path] of ways) await expect(link).toHaveAttribute('href', path)
  await ways[0][0].click()
  await page.waitForURL('**/student/dashboard')
  for (const path of ['/student/login', '/student/register']) {
    await page.goto(path)
    await page.waitForURL('**/student/dashboard')
  }

  await page.goto('/nothing-here')
  await expect(page.getByRole('heading', { name: 'This page is not here' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Student', exact: true })
  for (const name of ['Dashboard', 'Videos', 'Trivia', 'Leaderboard', 'Settings'])
    await expect(menu.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [end, tabs] = [await page.getByRole('contentinfo').boundingBox(), await menu.boundingBox()]
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((tabs?.y ?? 0) + 1)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(menu.getByRole('link', { name: 'Leaderboard' })).toBeVisible()
  await menu.getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/student/setting')
})
