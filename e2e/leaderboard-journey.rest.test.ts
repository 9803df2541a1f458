// A leaderboard that updates by itself, a student's own quizzes, and an attempt that an admin resets.
import { expect, openFor, test } from './fixtures.ts'
import { passTimeBetweenCalls } from './page-clock.ts'
import { makeStudent } from './people.ts'
import { answer, pointsOf, startQuiz } from './quiz-steps.ts'

test('a leaderboard without its stream polls', async ({ studentPage: page, productUrl, browser }) => {
  const rival = await makeStudent(productUrl)
  const phone = await openFor(rival, browser, productUrl)
  await page.clock.install()
  const passTime = passTimeBetweenCalls(page, '/api/leaderboard?', 15_000)
  await page.route('**/api/leaderboard/live?*', (route) => route.abort())
  const first = page.waitForResponse('**/api/leaderboard?*')
  await page.goto('/student/scholarship')
  await first
  await startQuiz(phone)
  await answer(phone)
  await phone.context().close()
  await expect(async () => {
    await passTime()
    await expect(pointsOf(page, rival.username)).toHaveText('10 points', { timeout: 1_000 })
  }).toPass()
})
