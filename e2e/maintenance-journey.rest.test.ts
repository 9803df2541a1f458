// An owner turns on maintenance while a student is in a quiz: the quiz pauses on a small phone, and continues with the time that was left.
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import { expectAccessible } from './accessibility.ts'
import { answersOf, readQuestion, TITLE } from './answers.ts'
import { expect, openFor, openForAdmin } from './fixtures.ts'
import { test } from './own-product.ts'

const right = answersOf(TITLE, '11-20')
const toSeconds = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

test('a running quiz stands still during maintenance, and the student gets the lost time back', async ({
  browser,
  student,
  productUrl,
}) => {
  const page = await openFor(student, browser, productUrl)
  await page.setViewportSize({ width: 360, height: 560 })
  const owner = await openForAdmin(browser, productUrl)
  await owner.goto('/admin/system')
  await owner.getByRole('button', { name: 'Show Details for engineers' }).click()
  await expect(owner.getByRole('listitem').filter({ hasText: 'Servers and versions' })).toContainText('OK')

  await page.goto('/student/trivia')
  await page.getByRole('link', { name: new RegExp(`Take Quiz.*${TITLE}`) }).click()
  await page.getByRole('button', { name: /Start Quiz|Start anyway/ }).click()
  const question = await readQuestion(page)

  await owner.getByRole('button', { name: 'Switch on' }).click()
  await owner.getByRole('radio', { name: /^Now/ }).check({ force: true })
  await owner.getByLabel('About how many minutes will the maintenance take?').fill('20')
  await expectAccessible(owner)
  await owner.getByRole('button', { name: 'Switch on now' }).click()
  await expect(owner.getByText('Maintenance is on. Running quizzes are paused.')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Your quiz is paused' })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  const stoppedAt = (await page.getByText(/^\d\d:\d\d left$/).innerText()).slice(0, 5)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.reload()
  await expect(page.getByText(`${stoppedAt} left`)).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('Your quiz is paused. The clock is stopped.')).toBeVisible()
  await page.goBack()
  await expect(page.getByText(`${stoppedAt} left`)).toBeVisible()

  await owner.getByRole('button', { name: 'Switch off' }).click()
  await expect(owner.getByText('Maintenance is off. 1 quiz got the lost time back.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(4)
  expect(await readQuestion(page)).toBe(question)
  const { attempts, maintenance } = await student.call(quiz.listAttempts, {})
  const [attempt] = attempts
  expect(maintenance).toBeNull()
  // The clock on screen follows the deadline, which has moved.
  const shown = toSeconds(await page.getByRole('timer').first().innerText())
  expect(shown).toBeLessThanOrEqual(toSeconds(stoppedAt))
  expect(Date.parse(attempt?.deadline ?? '') - Date.parse(attempt?.startedAt ?? '')).toBeGreaterThan(120_000)
  await page.getByRole('radio', { name: right.get(question) ?? '', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Correct answer!' })).toBeVisible()
})
