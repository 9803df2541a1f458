// The first minutes of a new student on the smallest phone: how many taps lead from Home to the first answered question, and whether each
// page shows at once what has to be tapped next.
import type { Locator, Page } from '@playwright/test'
import { watchVideo } from '@baobab/contract/videos/endpoints.ts'
import { expect, test } from './fixtures.ts'
import { doubleText } from './large-text.ts'
import { registration } from './people.ts'
import { smallestPhone } from './screen-sizes.ts'
import { readCode } from './sign-up.ts'
import { starters, theEnd } from './starters.ts'

test.use({ viewport: smallestPhone, hasTouch: true })

test('a new student answers the first question after at most 15 taps, and types the password twice', async ({
  page,
}) => {
  const form = registration()
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  /** Fills in a field that a tap or the page has given the focus. */
  const fill = async (field: Locator, text: string) => {
    await expect(field).toBeFocused()
    await field.fill(text)
  }
  const tapAndFill = async (field: Locator, text: string) => {
    await tap(field)
    await fill(field, text)
  }
  const field = (label: string) => page.getByLabel(label, { exact: true })

  await page.goto('/')
  await tap(page.getByRole('main').getByRole('link', { name: 'Start Now' }))
  await tapAndFill(field('Username'), form.username)
  await tapAndFill(field('Date of Birth'), form.birth)
  await tapAndFill(field('Password'), form.password)
  await tapAndFill(field('Confirm Password'), form.password)
  // Stands for the Enter key on a phone's keyboard.
  await page.keyboard.press('Enter')
  await fill(field('Email'), form.email)
  await tapAndFill(field('Phone Number'), form.number)
  await page.keyboard.press('Enter')
  await fill(field('Address'), form.address)
  // One tap opens the list, and another chooses an option.
  taps += 2
  await field('Gender').selectOption('female')
  await tap(page.getByRole('button', { name: 'Sign Up' }))
  await page.waitForURL('**/verify-email')
  await fill(field('Verification code'), await readCode(page, form.email))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/student/login')
  await expect(field('Password')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Login' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.waitForURL('**/student/dashboard')

  await tap(page.getByRole('link', { name: /^Watch now/ }))
  const player = page.locator('video').first()
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.3)
  await player.evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 1
  })
  await tap(theEnd(page).getByRole('link', { name: 'Take the quiz' }))
  await tap(page.getByRole('button', { name: /^Start (Quiz|anyway)$/ }))
  await tap(page.locator('.qopt').first())
  await tap(page.getByRole('button', { name: 'Submit' }))
  await expect(page.getByText(/^(Correct|Incorrect) answer/).first()).toBeVisible()
  expect(taps).toBeLessThanOrEqual(15)
})

/** Whether an element is inside the screen and not under the tabs. */
async function expectInReach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 })
  const bottom = await target.evaluate((element) => element.getBoundingClientRect().bottom)
  const tabs = await page.locator('.bnav').evaluate((bar) => bar.getBoundingClientRect().top)
  expect(bottom).toBeLessThanOrEqual(tabs)
}

test('Start Quiz is visible on every path, even with large text, and the tabs take at most 16 % of the screen', async ({
  studentPage: page,
  student,
}) => {
  const [watched, unwatched] = await starters(student)
  await student.call(watchVideo, { params: { id: watched._id } })
  for (const [video, name] of [
    [watched, 'Start Quiz'],
    [unwatched, 'Start anyway'],
  ] as const)
    for (const height of [560, 740]) {
      await page.setViewportSize({ width: 360, height })
      await page.goto(`/student/trivia/page?video=${video._id}`)
      await expectInReach(page, page.getByRole('button', { name }))
    }
  await page.setViewportSize(smallestPhone)
  await page.goto(`/student/trivia/page?video=${watched._id}`)
  await doubleText(page)
  await expectInReach(page, page.getByRole('button', { name: 'Start Quiz' }))
  const share = await page.locator('.bnav').evaluate((bar) => bar.getBoundingClientRect().height / innerHeight)
  expect(share).toBeLessThanOrEqual(0.16)
})
