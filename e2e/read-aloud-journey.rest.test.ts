// Reading aloud in a real browser, with a fake voice, because the test browser has none.
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { readQuestion, TITLE } from './answers.ts'
import { enterAsStudent, expect, test, waitForApp } from './fixtures.ts'
import { doubleText, expectLargeText } from './large-text.ts'
import { smallestPhone } from './screen-sizes.ts'
import { addVoices, expectStillWithVoices, listSaid, readSaid } from './voices.ts'

const readVideo = (page: Page) =>
  page
    .locator('video')
    .evaluate(({ volume, paused, playbackRate }: HTMLVideoElement) => ({ volume, paused, playbackRate }))

async function startQuiz(page: Page): Promise<void> {
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
  await expect(page.getByText(/^You have [34] minutes.*, because “Read to me” is on\./)).toBeVisible()
  await page.getByRole('button', { name: /Start Quiz|Start anyway/ }).click()
}

test('a student turns reading on in the player: the video is read in step, then each question and its outcome', async ({
  studentPage: page,
  student,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await addVoices(page, { charactersPerSecond: 20 })
  const [video] = await student.call(listVideos, {})
  await page.goto(`/student/videos?video=${video?._id}`)
  const player = page.locator('.player')
  const button = player.getByRole('button', { name: 'Read to me' })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await button.click()
  await player.getByRole('button', { name: /^Play / }).click()
  await expect.poll(() => listSaid(page)).toContain(`near: ${video?.title}`)
  expect(await readVideo(page)).toMatchObject({ volume: 0.2, paused: false })
  await expect.poll(() => listSaid(page)).toContain('near: Ehoro the hare had the finest drum in the village.')
  await player.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(async () => (await listSaid(page)).at(-1)).toBe('stop')
  await expect.poll(() => readVideo(page)).toEqual({ volume: 1, paused: true, playbackRate: 1 })

  await startQuiz(page)
  const question = await readQuestion(page)
  await expect.poll(() => readSaid(page)).toContain(question)
  const [first] = await page.locator('.qopt').allInnerTexts()
  await expect.poll(() => readSaid(page)).toContain(`A. ${first?.replace(/^A\s*/, '')}`)
  await page.getByRole('radio').first().check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(async () => (await listSaid(page)).some((text) => /orrect answer[.!]$/.test(text))).toBe(true)
  // The voice stays quiet after a stop.
  await page.getByRole('button', { name: 'Stop reading' }).click()
  await page.getByRole('button', { name: 'Next Question' }).click()
  const next = await readQuestion(page)
  await page.getByRole('button', { name: 'Read the question aloud' }).waitFor()
  expect(await readSaid(page)).not.toContain(next)
  await page.getByRole('button', { name: 'Read the question aloud' }).click()
  await expect.poll(() => readSaid(page)).toContain(next)
})

test('a phone without a voice shows no button that reads, but its student gets the extra time', async ({
  studentPage: page,
}) => {
  await page.goto('/student/setting')
  await page.getByLabel('Read to me and give me more time').click()
  await expect(page.getByLabel('Read to me and give me more time')).toBeChecked()
  await startQuiz(page)
  await expect(page.getByRole('timer')).toHaveAccessibleName(/0?[234]:\d\d/)
  await expect(page.getByRole('button', { name: /[Rr]ead/ })).toHaveCount(0)
})

test('pages before the login are read too: one without the app’s script, and one with a form', async ({
  page,
  productUrl,
}) => {
  await addVoices(page, { charactersPerSecond: 20 })
  await page.setViewportSize(smallestPhone)
  await doubleText(page)
  const pages = [
    { path: '/faq', said: 'near: Frequently asked questions' },
    { path: '/student/login', said: 'near: Welcome Back' },
    { path: '/user-rank', said: 'near: My Rank' },
  ]
  for (const { path, said } of pages) {
    await page.goto(productUrl + path)
    await page.getByRole('button', { name: 'Read this page to me' }).click()
    await expect.poll(() => listSaid(page)).toContain(said)
    await page.getByRole('button', { name: 'Stop reading' }).click()
    await expect.poll(async () => (await listSaid(page)).at(-1)).toBe('stop')
    await expect(page.getByRole('button', { name: 'Read this page to me' })).toBeVisible()
    await expectLargeText(page)
  }
})

test('a voice that loads late moves no other control of the player', async ({ studentPage: page, student }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await addVoices(page, { untilAsked: true })
  const [video] = await student.call(listVideos, {})
  await page.goto(`/student/videos?video=${video?._id}`)
  await expect(page.locator('.player').getByRole('button', { name: 'Captions' })).toBeVisible()
  await expectStillWithVoices(page, '.player :is(button, select):not([aria-label="Read to me"])', 'Read to me')
})

for (const width of [360, 1280])
  test(`a voice that loads late moves no link and no field, ${width} px wide`, async ({
    browser,
    student,
    baseURL,
  }) => {
    for (const path of ['/faq', '/user-rank', '/student/login', '/student/dashboard']) {
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width, height: 740 } })
      const page = await context.newPage()
      if (path === '/student/dashboard') await enterAsStudent(page, student)
      await addVoices(page, { untilAsked: true })
      await page.goto(path)
      await waitForApp(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // Waits for the last menu entry, which appears once the profile has loaded.
      if (path === '/student/dashboard') await expect(page.locator('.side').getByText('Friends')).toBeAttached()
      const others = ':is(header, .side) a, .side .sp, .auth :is(a, input, button:not([aria-label^="Read"]))'
      await expectStillWithVoices(page, others, 'Read this page to me')
      await context.close()
    }
  })

test('in a browser that speaks but never announces its voices, like Safari 15, every page works', async ({
  page,
  productUrl,
}) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.addInitScript(() => {
    const speech = { getVoices: () => [{ name: 'near', lang: 'en-GB', localService: true, voiceURI: 'near' }] }
    Object.defineProperty(window, 'speechSynthesis', { value: speech })
  })
  for (const path of ['/faq', '/student/login', '/user-rank']) {
    await page.goto(productUrl + path)
    await expect(page.getByRole('button', { name: 'Read this page to me' })).toBeVisible()
  }
  expect(errors).toEqual([])
})
