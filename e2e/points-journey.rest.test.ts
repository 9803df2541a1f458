// A student writes that points are missing. An admin reads the answers in three clicks from Home, and every change of the points.
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { formatTap, TAP_HEADER } from '@baobab/contract/quiz/answer-tap.ts'
import { answerQuestion, finishAttempt, startAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { expectAccessible } from './accessibility.ts'
import { answersOf, TITLE } from './answers.ts'
import { countClicks } from './clicks.ts'
import { expectFit, laptop } from './fit.ts'
import { expect, test, waitForApp } from './fixtures.ts'
import { asAdmin, makeStudent, type Student } from './people.ts'

const right = answersOf(TITLE, '11-20')
const params = { videoTitle: TITLE, ageCategory: '11-20' } as const

/** How long the second answer waited on the phone. */
const WAITED_MS = 6_000

/** Answers the first two questions, one of them wrong, and leaves the others. */
async function takeQuiz({ call }: Student) {
  const { _id, questions } = await call(startAttempt, { params })
  const startedAt = performance.now()
  const [first, second, third] = questions
  if (!first || !second || !third) throw new Error('The quiz has too few questions.')
  const wrong = second.options.find((option) => option !== right.get(second.question)) ?? ''
  const answers = [right.get(first.question) ?? '', wrong]
  // The second answer waited on a phone whose clock is wrong, but not for longer than the quiz has run.
  const tappedAt = 1_577_836_800_000
  const headers = [{}, { [TAP_HEADER]: formatTap({ tappedAt, sentAt: tappedAt + WAITED_MS }) }]
  await expect.poll(() => performance.now() - startedAt).toBeGreaterThan(WAITED_MS)
  for (const [index, { _id: triviaId }] of [first, second].entries())
    await call(
      answerQuestion,
      { params, body: { triviaId, answer: answers[index] ?? '' } },
      { headers: headers[index] ?? {} },
    )
  await call(finishAttempt, { params })
  return { attemptId: _id, questions: [first.question, second.question, third.question], answers }
}

test('a message about missing points leads to the answers in three clicks, and to the ledger', async ({
  adminPage: page,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  const { attemptId, questions, answers } = await takeQuiz(student)
  const lastName = `Obi${Date.now()}`
  const body = { firstName: 'Adaeze', lastName, email: student.email, message: 'My points are missing.' }
  await createClient({ baseUrl: productUrl })(sendMessage, { body })

  await page.setViewportSize(laptop)
  await page.goto('/admin/dashboard')
  await waitForApp(page)
  const { click, count } = countClicks()
  await click(page.getByRole('navigation').getByRole('link', { name: /^Messages/ }))
  await click(page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name: new RegExp(lastName) }))
  await click(page.getByRole('list', { name: 'Newest quizzes' }).getByRole('link', { name: TITLE }))
  const card = (n: number) =>
    page.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: `${n}. ${questions[n - 1]}` }),
    })
  await expect(card(1).getByText('Right.', { exact: true })).toBeVisible()
  expect(count()).toBeLessThanOrEqual(3)

  await expect(card(1).getByRole('listitem').filter({ hasText: 'Chosen' })).toContainText(answers[0] ?? '')
  await expect(card(1)).toContainText(/Answer arrived at .+ seconds? after the start\./)
  await expect(card(2).getByText('Wrong.', { exact: true })).toBeVisible()
  await expect(card(2).getByRole('listitem').filter({ hasText: 'Chosen' })).toContainText(answers[1] ?? '')
  await expect(card(2)).toContainText(
    /Tapped at .+ on the phone, arrived at .+\. It waited there for 6 seconds\. The phone’s clock showed 1 January 2020/,
  )
  await expect(card(3)).toContainText('No answer arrived.')
  await expectFit(page)
  await expectAccessible(page)

  await (await asAdmin(productUrl)).call(resetAttempt, { params: { attemptId }, body: { reason: 'The power failed.' } })
  await page.reload()
  await expect(page.getByText('Reason: The power failed.')).toBeVisible()
  await page.getByRole('link', { name: 'All points' }).click()
  await expect(page.getByText('0 points = 1 correct answer (10) − 1 reset quiz (10)')).toBeVisible()
  const rows = page.getByRole('region', { name: 'Changes' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(`“${TITLE}” was reset. Reason: The power failed.`)
  await expect(rows.nth(1)).toContainText(`Right answer to question 1 of “${TITLE}”.`)
  await expectFit(page)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Open account' }).click()
  await page
    .getByRole('region', { name: `Quizzes of ${student.username}` })
    .getByRole('link', { name: TITLE })
    .click()
  await expect(page).toHaveURL(new RegExp(`/admin/attempt\\?id=${attemptId}$`))
})
