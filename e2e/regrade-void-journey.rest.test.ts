// A reported question turns out to have no right answer: one admin proposes that it is void, another one agrees once the quiz has a
// question in its place, the student reads about the points, and the question can be made to count again.
import { addQuestion, setAskedCount } from '@baobab/contract/quiz/admin.ts'
import { listReportGroups } from '@baobab/contract/quiz/corrections.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf } from './answers.ts'
import { openForContentAdmin } from './content-admin.ts'
import { expectFit, phone } from './fit.ts'
import { expect, openForAdmin } from './fixtures.ts'
import { testOnNewProduct as test } from './own-product.ts'
import { asAdmin, type Student } from './people.ts'

const ageCategory = '11-20' as const
type Reported = { videoId: string; videoTitle: string; question: string; chosen: string }

/** Answers the first question of a quiz that asks all its questions wrongly, finishes it, and reports that question. */
async function reportWrongAnswer({ call }: Student, productUrl: string): Promise<Reported> {
  const [video] = (await call(listVideos, {})).filter(({ access }) => access === 'free')
  if (!video) throw new Error('the product has no starter videos')
  const owner = await asAdmin(productUrl)
  await owner.call(setAskedCount, { body: { videoId: video._id, ageCategory, askedCount: 'all' } })
  const params = { videoTitle: video.title, ageCategory }
  const { questions } = await call(quiz.startAttempt, { params })
  const [asked] = questions
  const correct = answersOf(video.title, ageCategory).get(asked?.question ?? '') ?? ''
  const chosen = asked?.options.find((option) => option !== correct) ?? ''
  const triviaId = asked?._id ?? ''
  await call(quiz.answerQuestion, { params, body: { triviaId, answer: chosen } })
  await call(quiz.finishAttempt, { params })
  await call(quiz.reportQuestion, { params: { ...params, triviaId }, body: { reason: 'unclear' } })
  return { videoId: video._id, videoTitle: video.title, question: asked?.question ?? '', chosen }
}

/** Reaches the form from the answer to a report, and proposes that the question is void. @returns the proposal's address */
async function propose(page: Page, reportId: string): Promise<string> {
  await page.goto(`/admin/reports?report=${reportId}`)
  await page.getByRole('radio', { name: /^Corrected/ }).check()
  await expect(page.getByText('Your answer only tells the students.')).toBeVisible()
  await page.getByRole('radio', { name: /^Removed/ }).check()
  await expect(page.getByText('The question is still in the quiz.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete the question' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('Add another question before you delete one.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Make it void' }).click()
  const form = page.getByRole('form', { name: 'Correct an answer' })
  await form.getByRole('radio', { name: 'The question is void: give everyone who answered it the points' }).check()
  await expect(form.getByRole('radio')).toHaveCount(3)
  await expect(form).toContainText('Students who were asked it and gave no answer get no points.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'See what changes' }).click()
  await expect(page.getByText('1 student gains 10 points.')).toBeVisible()
  await expect(page.getByText('Another admin has to approve this correction.')).toBeVisible()
  await expect(page.getByText(/This quiz asks each student \d+ questions, but only \d+ would be left/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectFit(page)
  return page.url()
}

async function agree(page: Page, { videoTitle }: Reported, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Add a question' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve correction' })).toHaveCount(0)
  const owner = await asAdmin(new URL(address).origin)
  const options = ['Green', 'Blue', 'Red', 'White']
  await owner.call(addQuestion, {
    body: { videoTitle, ageCategory, question: 'Which colour is the bus?', options, correctAnswer: 'Green' },
  })
  await page.reload()
  await page.getByRole('button', { name: 'Approve correction' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make this question void?' })
  await dialog.getByRole('button', { name: 'Approve correction' }).click()
  await expect(page.getByText('Done. 1 student gained 10 points, 0 students lost 10 points.')).toBeVisible()
}

async function readReview(page: Page, { videoId, question, chosen }: Reported): Promise<void> {
  await page.setViewportSize(phone)
  const notification = page.getByRole('listitem').filter({ hasText: 'You got 10 more points' })
  await expect(async () => {
    await page.goto('/student/notification')
    await expect(notification).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await expect(notification).toContainText('was not fair')
  await page.goto(`/student/review?video=${videoId}`)
  const card = page.getByRole('listitem').filter({ hasText: question })
  await expect(card).toContainText('This question is not counted any more. Everyone who answered it got the points.')
  await expect(card).toContainText(`You chose: ${chosen}`)
  await expect(card).toContainText('+10')
  await expect(card).not.toContainText('Correct answer')
  await expectAccessible(page)
  await expectFit(page)
}

test('two admins make a reported question void, and it can count again', async ({
  browser,
  productUrl,
  student,
  studentPage: page,
}) => {
  const reported = await reportWrongAnswer(student, productUrl)
  const { videoId, question } = reported
  const { groups } = await (await asAdmin(productUrl)).call(listReportGroups, { query: { order: 'newest' } })
  const reportId = groups.find((group) => group.question === question)?._id ?? ''
  const context = await browser.newContext({ baseURL: productUrl })
  const proposer = await openForContentAdmin(await context.newPage(), productUrl)
  const address = await propose(proposer, reportId)
  const admin = await openForAdmin(browser, productUrl)
  await agree(admin, reported, address)
  await readReview(page, reported)

  await admin.goto('/admin/regrades')
  const row = admin.getByRole('main').getByRole('link').filter({ hasText: question })
  await expect(row).toContainText('Void: points for all')
  await admin.goto(`/admin/trivia?video=${videoId}&ageCategory=${ageCategory}&view=statistics`)
  await expect(admin.getByText('Void: all got the points').first()).toBeVisible()
  await admin.goto(address)
  const form = admin.getByRole('form', { name: 'Correct an answer' })
  await expect(form).toContainText('This question is void now')
  await expect(form.getByRole('radio', { name: 'The question counts again' })).toBeChecked()
  await form.getByRole('button', { name: 'See what changes' }).click()
  await expect(form.getByText('Correct answer is required')).toBeVisible()
  await form.getByRole('radio', { name: reported.chosen }).check()
  await expectAccessible(admin)
  await form.getByRole('button', { name: 'See what changes' }).click()
  await expect(admin.getByText('0 students lose 10 points.')).toBeVisible()
  await expect(admin.getByText(/The question counts again, and is back in its quiz/)).toBeVisible()
  await admin.getByRole('button', { name: 'Withdraw' }).click()
  await expect(admin.getByText('Withdrawn. Nothing was changed.')).toBeVisible()
  for (const opened of [context, admin.context()]) await opened.close()
})
