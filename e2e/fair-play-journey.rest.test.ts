// An admin puts a student on hold, the board shows it, and the student appeals and reads the answer.
import { readOwnHold } from '@baobab/contract/fair-play/endpoints.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit, phone } from './fit.ts'
import { expect, openFor, openForAdmin } from './fixtures.ts'
// If there were another admin, the admin who placed the hold could not answer the appeal.
import { test } from './own-product.ts'
import { makeStudent, type Student } from './people.ts'

const WRITTEN = 'My sister showed me the video three times.'
const ANSWER = 'Thank you for telling us.'

/** Answers a quiz over the API as fast as possible. */
async function takeQuiz({ call }: Student): Promise<void> {
  const [video] = (await call(listVideos, {})).filter(({ access }) => access === 'free')
  const params = { videoTitle: video?.title ?? '', ageCategory: '11-20' as const }
  const { questions } = await call(quiz.startAttempt, { params })
  for (const { _id: triviaId, options } of questions)
    await call(quiz.answerQuestion, { params, body: { triviaId, answer: options[0] ?? '' } })
}

async function hold(admin: Page, { username }: Student): Promise<void> {
  await admin.goto('/admin/fair-play')
  await expect(admin.getByRole('heading', { name: 'Fair Play', level: 1 })).toBeVisible()
  await expectAccessible(admin)
  await admin.goto(`/admin/fair-play?student=${username}`)
  const opener = admin.getByRole('button', { name: 'Put on hold' }).first()
  await opener.click()
  const dialog = admin.getByRole('dialog', { name: `Put ${username} on hold?` })
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect(dialog.getByText('Please choose a reason.')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Something else/ }).check()
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect(admin.getByText('The student is on hold and has been told why.')).toBeVisible()
  await expect(admin.getByRole('heading', { name: 'What you can do' })).toBeFocused()
  await expectFit(admin)
}

async function appeal(page: Page): Promise<void> {
  await page.goto('/student/scholarship')
  const card = page.getByRole('region', { name: 'We are checking your points' })
  await expect(card).toContainText('We have a question about your points.')
  await expect(page.getByText('Being checked').first()).toBeVisible()
  await card.getByRole('button', { name: 'Tell us your side' }).click()
  await expect(card.getByLabel('What happened? Tell us in your own words.')).toBeFocused()
  await card.getByLabel('What happened? Tell us in your own words.').fill(WRITTEN)
  await expectAccessible(page)
  await page.context().setOffline(true)
  await expect(card.getByText('You need the internet to send this.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.context().setOffline(false)
  await card.getByRole('button', { name: 'Send' }).click()
  await expect(card).toContainText('A person will answer by')
  await expect(card).toContainText(WRITTEN)
  await expectFit(page)
}

async function answer(admin: Page, { username }: Student): Promise<void> {
  await admin.goto('/admin/fair-play?show=held')
  const row = admin.getByRole('main').getByRole('link').filter({ hasText: username })
  await expect(row).toContainText('Appeal: answer by')
  await row.click()
  await expect(admin.getByText(WRITTEN)).toBeVisible()
  await admin.getByRole('radio', { name: 'The student is right: end the hold' }).check()
  await admin.getByRole('textbox', { name: 'Your answer' }).fill(ANSWER)
  await admin.getByRole('button', { name: 'Send answer' }).click()
  await expect(admin.getByText('Your answer is on its way to the student.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Send answer' })).toHaveCount(0)
}

test('an admin puts a student on hold, who appeals and reads the answer', async ({ browser, productUrl }) => {
  const student = await makeStudent(productUrl)
  await takeQuiz(student)
  const admin = await openForAdmin(browser, productUrl)
  await hold(admin, student)

  const page = await openFor(student, browser, productUrl)
  await page.setViewportSize(phone)
  await appeal(page)
  await answer(admin, student)

  const notification = page.getByRole('listitem').filter({ hasText: 'Your points are fine' })
  await expect(async () => {
    await page.goto('/student/notification')
    await expect(notification).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  const known = page.waitForResponse((response) => response.url().endsWith(readOwnHold.path))
  await page.goto('/student/dashboard')
  expect(await (await known).json()).toEqual({ hold: null })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('We are checking your points')).toHaveCount(0)
  await admin.context().close()
  await page.context().close()
})
