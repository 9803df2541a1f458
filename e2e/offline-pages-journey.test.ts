// A dashboard without a network: it shows its last state, and updates itself later.
import { listVideos, watchVideo } from '@baobab/contract/videos/endpoints.ts'
import { expectAccessible } from './accessibility.ts'
import { TITLE } from './answers.ts'
import { expectFitsWidth } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { makeStudent } from './people.ts'
import { logIn, offlineBar, stat, storedNote, takeQuiz, untilDashboardIsStored } from './offline-pages.ts'

test.use({ viewport: { width: 360, height: 560 }, serviceWorkers: 'allow' })

test('the dashboard opens offline as it was last seen, with its time, and updates on its own', async ({
  page,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  await takeQuiz(student)
  await logIn(page, student)
  await expect(stat(page, 'points')).toHaveText('50')
  await untilDashboardIsStored(page)
  await expect(storedNote(page)).toHaveCount(0)

  await page.context().setOffline(true)
  await page.goto('/student/dashboard')
  await expect(storedNote(page)).toBeVisible()
  await expect(offlineBar(page)).toBeVisible()
  await expect(stat(page, 'points')).toHaveText('50')
  await expect(stat(page, 'quizzes done')).toHaveText('1')
  await expect(page.getByRole('heading', { name: 'Featured Videos' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'My Rank, ages 11-20' })).toBeVisible()
  await expect(page.getByText(/^Failed to load/)).toHaveCount(0)
  // Patterns replace the posters, which cannot be loaded.
  await expect(page.locator('.main img.thumb-art')).toHaveCount(0)
  await expectFitsWidth(page)
  await expectAccessible(page)

  const [video] = (await student.call(listVideos, {})).filter(({ isLocked, title }) => !isLocked && title !== TITLE)
  await student.call(watchVideo, { params: { id: video?._id ?? '' } })
  await page.context().setOffline(false)
  await expect(storedNote(page)).toHaveCount(0)
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  await expect(page.locator('.main img.thumb-art').first()).toBeVisible()

  // Continues on another page, because an open dashboard may store itself again.
  await page.goto('/student/setting')
  await page.evaluate(() => sessionStorage.removeItem('dashboard'))
  await page.context().setOffline(true)
  await page.goto('/student/dashboard')
  await expect(page.getByText('Failed to load videos.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(stat(page, 'points')).toHaveText('50')

  await page.goto('/student/setting')
  await page.getByRole('button', { name: 'Log Out', exact: true }).last().click()
  await page.waitForURL('**/student/login')
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toContain(TITLE)
})
