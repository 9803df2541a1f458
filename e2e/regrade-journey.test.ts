// A student reports a wrong answer; an admin proposes a correction and sees its effect, and another one agrees; the student reads about the
// points and finds the correction in the review.
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import { reportQuestion } from '@baobab/contract/quiz/endpoints.ts'
import { listReportGroups } from '@baobab/contract/quiz/corrections.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf } from './answers.ts'
import { openForContentAdmin } from './content-admin.ts'
import { expectFit, phone } from './fit.ts'
import { expect, openForAdmin, test } from './fixtures.ts'
import { asAdmin, type Student } from './people.ts'

type Reported = { videoId: string; question: string; chosen: string; correct: string }

/** Answers the first question of a quiz wrongly, finishes it, and reports that question. */
async function reportWrongAnswer({ call }: Student): Promise<Reported> {
  // Skips the first two videos, because other tests answer and report their questions.
  const [, , video] = (await call(listVideos, {})).filter(({ access }) => access === 'free')
  if (!video) throw new Error('the product has too few starter videos')
  const params = { videoTitle: video.title, ageCategory: '11-20' as const }
  const { questions } = await call(quiz.startAttempt, { params })
  const [asked] = questions
  const correct = answersOf(video.title, '11-20').get(asked?.question ?? '') ?? ''
  const chosen = asked?.options.find((option) => option !== correct) ?? ''
  const triviaId = asked?._id ?? ''
  await call(quiz.answerQuestion, { params, body: { triviaId, answer: chosen } })
  await call(quiz.finishAttempt, { params })
  await call(reportQuestion, { params: { ...params, triviaId }, body: { reason: 'wrong-answer' } })
  return { videoId: video._id, question: asked?.question ?? '', chosen, correct }
}

/**
 * Proposes that the student's answer also counts.
 * @returns the proposal's address
 */
async function propose(page: Page, { question, chosen, correct }: Reported, reportId: string): Promise<string> {
  await page.goto(`/admin/reports?report=${reportId}`)
  await page.getByRole('link', { name: 'Correct the answer and the points' }).click()
  const form = page.getByRole('form', { name: 'Correct an answer' })
  await expect(form.getByRole('heading', { name: question })).toBeVisible()
  await expect(form).toContainText(`Current correct answer: ${correct}`)
  await form.getByRole('radio', { name: chosen }).check()
  await form.getByLabel('Explanation (optional)').fill('Both are true in the story.')
  await form.getByRole('checkbox', { name: 'Both answers count.' }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'See what changes' }).click()
  await expect(page.getByText(/1 student gains 10 points|students gain 10 points/)).toBeVisible()
  await expect(page.getByText('0 students lose 10 points.')).toBeVisible()
  await expect(page.getByText('New explanation: Both are true in the story.')).toBeVisible()
  await expect(page.getByText('Another admin has to approve this correction.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve correction' })).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectFit(page)
  return page.url()
}

async function agree(page: Page, question: string, address: string): Promise<void> {
  await page.goto('/admin/regrades')
  await page.getByRole('main').getByRole('link').filter({ hasText: question }).first().click()
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Approve correction' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve correction' }).click()
  await expect(page.getByText(/^Done\. \d+ students? gained 10 points, 0 students lost 10 points/)).toBeVisible()
}

test('two admins correct a wrong answer, along with the points of the student who reported it', async ({
  browser,
  productUrl,
  student,
  studentPage: page,
}) => {
  const reported = await reportWrongAnswer(student)
  const { videoId, question, chosen, correct } = reported
  const owner = await asAdmin(productUrl)
  const { groups } = await owner.call(listReportGroups, { query: { order: 'newest' } })
  const reportId = groups.find((group) => group.question === question)?._id ?? ''
  const context = await browser.newContext({ baseURL: productUrl })
  const proposer = await openForContentAdmin(await context.newPage(), productUrl)
  const address = await propose(proposer, reported, reportId)
  await context.close()
  const admin = await openForAdmin(browser, productUrl)
  await agree(admin, question, address)
  await admin.context().close()

  await page.setViewportSize(phone)
  const notification = page.getByRole('listitem').filter({ hasText: 'You got 10 more points' })
  await expect(async () => {
    await page.goto('/student/notification')
    await expect(notification).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await page.goto(`/student/review?video=${videoId}`)
  const card = page.getByRole('listitem').filter({ hasText: question })
  await expect(card).toContainText(`Correct answer: ${chosen}`)
  await expect(card).toContainText('We made a mistake and corrected this question on')
  await expect(card).toContainText(`Two answers count here: ${chosen} and ${correct}.`)
  await expect(card).toContainText('+10')
  await expect(card).toContainText('Both are true in the story.')
  await expectAccessible(page)
  await expectFit(page)
})
