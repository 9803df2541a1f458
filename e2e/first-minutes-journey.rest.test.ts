// The first minutes of a new student on the smallest phone: whether a page shows at once what has to be tapped next.
import type { Locator, Page } from '@playwright/test'
import { watchVideo } from '@baobab/contract/videos/endpoints.ts'
import { expect, test } from './fixtures.ts'
import { doubleText } from './large-text.ts'
import { smallestPhone } from './screen-sizes.ts'
import { starters } from './starters.ts'

test.use({ viewport: smallestPhone })

/** Whether an element is inside the screen and not under the tabs. */
async function expectInReach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 })
  const bottom = await target.evaluate((element) => element.getBoundingClientRect().bottom)
  const tabs = await page.locator('.bnav').evaluate((bar) => bar.getBoundingClientRect().top)
  expect(bottom).toBeLessThanOrEqual(tabs)
}

test('Start Quiz is visible on every path, also with large text, and the tabs take at most 16 % of the screen', async ({
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
