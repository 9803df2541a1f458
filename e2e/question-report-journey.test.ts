// A student reports a question in a quiz review; an admin answers; the student reads the answer in both places.
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit, phone } from './fit.ts'
import { expect, openForAdmin, test } from './fixtures.ts'
import type { Student } from './people.ts'

const REPORT = 'Report this question'
const WRITTEN = 'Two of the answers are right.'
const ANSWER = 'There was a slip in the second option.'

/**
 * Takes a quiz over the API.
 * @returns its video and the first question asked
 */
async function takeQuiz({ call }: Student): Promise<{ videoId: string; question: string }> {
  // Skips the first video, because other tests report its questions.
  const [, video] = (await call(listVideos, {})).filter(({ access }) => access === 'free')
  if (!video) throw new Error('the product has too few starter videos')
  const params = { videoTitle: video.title, ageCategory: '11-20' as const }
  const { questions } = await call(quiz.startAttempt, { params })
  for (const { _id: triviaId, options } of questions)
    await call(quiz.answerQuestion, { params, body: { triviaId, answer: options[0] ?? '' } })
  return { videoId: video._id, question: questions[0]?.question ?? '' }
}

async function report(page: Page, question: string): Promise<void> {
  const card = page.getByRole('listitem').filter({ hasText: question })
  const opener = card.getByRole('button', { name: REPORT })
  await opener.click()
  const form = card.getByRole('form', { name: REPORT })
  await expect(form.getByRole('radio').first()).toBeFocused()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(form.getByText('Please choose what is wrong.')).toBeVisible()
  await form.getByRole('radio', { name: 'Something else' }).check()
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(form.getByText('Please write what is wrong.')).toBeVisible()
  await form.getByLabel('Tell us what is wrong').fill(WRITTEN)
  await expectAccessible(page)

  // A lost connection loses nothing that was typed.
  await page.route('**/report', (route) => route.abort())
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await expect(form.getByLabel('Tell us what is wrong')).toHaveValue(WRITTEN)
  await page.unroute('**/report')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you. We will check this question and tell you what we find.')).toBeVisible()
  await expect(card).toContainText('You reported this question: Something else')
  await expect(opener).toHaveCount(0)
  await expectFit(page)
}

async function answer(admin: Page, question: string, student: Student): Promise<void> {
  await admin.goto('/admin/dashboard')
  await admin
    .getByRole('link', { name: /^Question Reports.*\d open$/ })
    .filter({ visible: true })
    .click()
  await expect(admin.getByRole('heading', { name: 'Question Reports', level: 1 })).toBeVisible()
  await admin.getByRole('button', { name: 'Newest' }).click()
  const main = admin.getByRole('main')
  const row = main.getByRole('link').filter({ hasText: question })
  await expect(row).toContainText('Something else: 1')
  await row.click()
  await expect(main.getByRole('heading', { name: question, level: 3 })).toBeVisible()
  await expect(main.getByText(/^\d+ answers? · median time/)).toBeVisible()
  await expect(main.getByText(WRITTEN)).toBeVisible()
  await expect(main).not.toContainText(student.username)

  await admin.getByRole('button', { name: 'Send answer' }).click()
  await expect(main.getByText('Please choose what you found.')).toBeVisible()
  await expect(main.getByText('Answer is required')).toBeVisible()
  await admin.getByRole('radio', { name: /^Corrected/ }).check()
  await admin.getByLabel('Your answer').fill(ANSWER)
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Send answer' }).click()
  await expect(admin.getByText('Your answer is on its way to everyone who reported this question.')).toBeVisible()
  await expect(main.getByText(/^By adanna on/)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Send answer' })).toHaveCount(0)
  await expectFit(admin)

  await main.getByRole('link', { name: 'Question Reports' }).click()
  await expect(row).toHaveCount(0)
  await admin.getByRole('button', { name: 'Answered' }).click()
  await expect(row).toContainText('Corrected')
}

test('a student reports a question, and reads what an admin found', async ({
  browser,
  productUrl,
  student,
  studentPage: page,
}) => {
  await page.setViewportSize(phone)
  const { videoId, question } = await takeQuiz(student)
  await page.goto(`/student/review?video=${videoId}`)
  await report(page, question)
  await page.reload()
  const card = page.getByRole('listitem').filter({ hasText: question })
  await expect(card).toContainText('We will check it and tell you what we find.')

  const admin = await openForAdmin(browser, productUrl)
  await answer(admin, question, student)
  await admin.context().close()

  const notification = page.getByRole('listitem').filter({ hasText: 'We have checked the question you reported' })
  await expect(async () => {
    await page.goto('/student/notification')
    await expect(notification).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await notification.getByRole('button').click()
  for (const part of [question, 'Thank you. We have corrected this question.', ANSWER])
    await expect(notification).toContainText(part)

  await page.goto(`/student/review?video=${videoId}`)
  await expect(card).toContainText('Thank you. We have corrected this question.')
  await expect(card).toContainText(ANSWER)
  await expectFit(page)
})
