// Two students become friends by a code, and play a challenge against each other.
import * as friends from '@baobab/contract/friends/endpoints.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf, readQuestion, TITLE } from './answers.ts'
import { expectFit, expectStill, laptop } from './fit.ts'
import { expect, openFor, test, waitForApp } from './fixtures.ts'
import { makeStudent } from './people.ts'

test.use({ viewport: { width: 360, height: 560 } })

/** Answers the five questions, the first `right` of them correctly. */
async function play(page: Page, right: number): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  for (let n = 0; n < 5; n += 1) {
    const answer = answersOf(TITLE, '11-20').get(await readQuestion(page)) ?? ''
    await expect(page.getByRole('timer')).toBeVisible()
    const texts = await page.locator('.qopt').allInnerTexts()
    const index = texts.findIndex((text) => text.includes(answer))
    await page
      .getByRole('radio')
      .nth(n < right ? index : (index + 1) % 4)
      .check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('10 points')).toHaveCount(0)
    await page.getByRole('button', { name: /Next Question|Finish Quiz/ }).click()
  }
}

test('two students become friends by a link with a code, and both play the same questions', async ({
  browser,
  baseURL,
  student: ada,
  studentPage: page,
}) => {
  const bola = await makeStudent(baseURL ?? '')
  const params = { videoTitle: TITLE, ageCategory: '11-20' } as const
  for (const student of [ada, bola]) {
    await student.call(quiz.startAttempt, { params })
    await student.call(quiz.finishAttempt, { params })
  }
  await page.goto('/student/friends')
  await page.getByRole('button', { name: 'Show my code' }).click()
  await expect(page.getByRole('img', { name: /^Your code as a picture/ })).toBeVisible()
  await expectAccessible(page)
  const { code } = await ada.call(friends.listFriends, {})

  const other = await openFor(bola, browser, baseURL ?? '')
  await other.goto(`/student/friends#code=${code ?? ''}`)
  await expect(other.getByLabel("Your friend's code")).toHaveValue(`${code?.slice(0, 4)} ${code?.slice(4)}`)
  await other.getByRole('button', { name: 'Add friend' }).click()
  await expect(other.getByRole('heading', { name: 'Waiting for a yes' })).toBeVisible()

  await page.goto('/student/notification')
  await page.getByRole('button', { name: 'A friend request' }).click()
  await page.getByRole('link', { name: 'Open Friends' }).click()
  await page.getByRole('button', { name: `Yes to ${bola.username}` }).click()
  await page.getByRole('button', { name: `Play with ${bola.username}` }).click()
  await expectFit(page)
  await play(page, 4)
  await expect(page.getByRole('heading', { name: 'You got 4 of 5' })).toBeVisible()
  await expectFit(page)

  await other.goto('/student/friends')
  await expect(other.getByText(`${ada.username} wants to play with you.`)).toBeVisible()
  await other.getByRole('link', { name: 'Play now' }).click()
  await play(other, 5)
  await expect(other.getByRole('heading', { name: `You got 5, ${ada.username} got 4.` })).toBeVisible()
  // No reload is needed, because the page polls while it waits.
  await expect(page.getByRole('heading', { name: `You got 4, ${bola.username} got 5.` })).toBeVisible({
    timeout: 20_000,
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Play again?' }).click()
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()

  await other.goto('/student/friends')
  await other.getByRole('button', { name: `Remove ${ada.username}` }).click()
  await other.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(other.getByText('Play a quiz with a friend')).toBeVisible()
  await page.goto('/student/friends')
  await expect(page.getByText('Play a quiz with a friend')).toBeVisible()
  const { streakDays } = await ada.call(quiz.listAttempts, {})
  expect(streakDays).toBe(1)
})

test('a student under 13 reads why there are no friends yet', async ({ browser, baseURL }) => {
  const page = await openFor(await makeStudent(baseURL ?? '', { birth: '2015-05-01' }), browser, baseURL ?? '')
  await page.goto('/student/friends')
  await expect(page.getByText('Friends are for 13 and up. See you when you are 13!')).toBeVisible()
  await expectAccessible(page)
})

test('the menu entry, which depends on the age, moves no other entry when the profile arrives', async ({
  studentPage: page,
}) => {
  await page.setViewportSize(laptop)
  const waiting = Promise.withResolvers<void>()
  await page.route('**/student/one-student/*', async (route) => {
    await waiting.promise
    await route.continue()
  })
  await page.goto('/student/notification')
  await waitForApp(page)
  await expectStill(page, '.side :is(a, .sp):not([href="/student/friends"])', async () => {
    waiting.resolve()
    await expect(page.getByRole('link', { name: 'Friends' })).toBeVisible()
  })
})
