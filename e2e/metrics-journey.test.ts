// An admin reads the dashboard: totals, charts of a period, the same numbers as a table, and the printed page.
import * as quiz from '@baobab/contract/quiz.ts'
import * as videos from '@baobab/contract/videos.ts'
import { expectAccessible } from './accessibility.ts'
import { expectFit } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { makeStudent } from './people.ts'

/** Creates a student who watches a video and takes its quiz, over the API. */
async function makeActiveStudent(baseURL: string): Promise<void> {
  const student = await makeStudent(baseURL)
  const [video] = await student.call(videos.listVideos, {})
  if (!video) throw new Error('The product has no starter videos.')
  await student.call(videos.watchVideo, { params: { id: video._id } })
  const params = { videoTitle: video.title, ageCategory: '11-20' } as const
  await student.call(quiz.startAttempt, { params })
  await student.call(quiz.finishAttempt, { params })
}

test('the dashboard shows totals and the charts of a period', async ({ adminPage: page, productUrl }) => {
  await makeActiveStudent(productUrl)
  await page.goto(`${productUrl}/admin/dashboard`)
  await expect(page.getByRole('link', { name: /^Students [1-9]/ })).toBeVisible()

  const watched = page.getByRole('region', { name: 'Videos watched' })
  await expect(watched.getByRole('img', { name: /^Videos watched each day/ })).toBeVisible()
  const slider = watched.getByRole('slider', { name: 'Videos watched: day' })
  await expect(slider).toHaveAttribute('aria-valuetext', /^Today so far: [1-9]/)
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).not.toHaveAttribute('aria-valuetext', /^Today/)
  await watched.getByText('Show as a table').click()
  await expect(watched.getByRole('row', { name: /^Today so far [1-9]/ })).toBeVisible()

  await page.getByRole('button', { name: '7 days', exact: true }).click()
  await expect(page).toHaveURL(/\?days=7$/)
  await expect(watched.getByRole('row')).toHaveCount(8)
  await page.reload()
  await expect(page.getByRole('button', { name: '7 days', exact: true })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Custom dates' }).click()
  const dates = page.getByRole('form', { name: 'Custom dates' })
  const to = await dates.getByLabel('Last day').inputValue()
  await dates.getByLabel('First day').fill('2020-01-01')
  await dates.getByRole('button', { name: 'Show these days' }).click()
  await expect(dates.getByText('At most 366 days can be shown at once')).toBeVisible()
  await dates.getByLabel('First day').fill(to)
  await dates.getByRole('button', { name: 'Show these days' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${to}&to=${to}`))

  await expect(page.getByRole('region', { name: 'Popular videos' }).getByRole('listitem')).toHaveCount(2)
  await expect(
    page
      .getByRole('region', { name: 'Popular games' })
      .getByText(/questions?, [1-9]/)
      .first(),
  ).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)

  await page
    .getByRole('link', { name: /^View Details of/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\/student\?username=./)
})

test('without a network the page says that the numbers could not be loaded', async ({
  adminPage: page,
  productUrl,
}) => {
  await makeActiveStudent(productUrl)
  await page.goto(`${productUrl}/admin/dashboard`)
  await expect(page.getByRole('region', { name: 'Registrations' })).toBeVisible()
  await page.route('**/admin/figures?**', (route) => route.abort())
  await page.getByRole('button', { name: '90 days' }).click()
  await expect(page.getByText('Failed to load metrics.')).toBeVisible()
  await page.unroute('**/admin/figures?**')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('region', { name: 'Registrations' })).toBeVisible()
})

test('a printed page has the numbers and no buttons', async ({ adminPage: page, productUrl }) => {
  await makeActiveStudent(productUrl)
  await page.goto(`${productUrl}/admin/dashboard`)
  await expect(page.getByRole('region', { name: 'Registrations' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: /^Registrations each day/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload Video' })).toBeHidden()
  await expect(page.getByRole('slider').first()).toBeHidden()
})
