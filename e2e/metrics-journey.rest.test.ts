// An admin reads Home: what needs attention, the newest students, what is popular, and charts for a period on demand.
import { createClient } from '@baobab/contract/kernel/client.ts'
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import * as videos from '@baobab/contract/videos/endpoints.ts'
import type { SystemHealth } from '@baobab/contract/system/health.ts'
import type { Locator } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { passMidnight } from './midnight.ts'
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

/** Expects one element to be above another. */
async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
  expect(above?.y).toBeLessThan(below?.y ?? 0)
}

test('Home shows first what needs attention, then the newest students and what is popular', async ({
  adminPage: page,
  productUrl,
}) => {
  await makeActiveStudent(productUrl)
  const anyone = createClient({ baseUrl: productUrl })
  const message = { firstName: 'Ada', lastName: 'Obi', email: 'ada@home.example', message: 'When is the draw?' }
  await anyone(sendMessage, { body: message })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${productUrl}/admin/dashboard`)
  const videos = page.getByRole('region', { name: 'Popular videos' })
  const games = page.getByRole('region', { name: 'Popular games' })
  const students = page.getByRole('region', { name: 'Students', exact: true })
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(videos.getByText(/^watched [1-9]/).first()).toBeVisible()
  await expect(page.getByText('watched 0 times')).toHaveCount(0)
  await expect(games.getByText(/questions?, [1-9]/).first()).toBeVisible()
  await expect(students.getByRole('link', { name: /^View Details of/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Students [1-9]/ })).toBeVisible()
  await expectAbove(attention, students)
  await expectAbove(students, videos)
  await expectAbove(students, games)
  await expectAbove(games, page.getByRole('button', { name: 'Show charts' }))
  await expect(page.getByRole('main').getByText(/^watched 0 times$/)).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(attention).toBeInViewport()
  await expect(page.getByRole('link', { name: /^Students [1-9]/ })).toBeInViewport()
  expect(asked).not.toContain('/admin/figures')
  await expectFit(page)
  await expectAccessible(page)

  await attention.getByRole('link', { name: /^[1-9][0-9]* open message/ }).click()
  await expect(page).toHaveURL(/\/admin\/messages\?show=open$/)
  await expect(page.getByText('When is the draw?').first()).toBeVisible()
})

test('Home says that nothing is waiting', async ({ adminPage: page, productUrl }) => {
  await makeActiveStudent(productUrl)
  await page.route('**/admin/figures/now', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), attention: [] } })
  })
  // The tests' product makes no backups, so a backup is simulated.
  await page.route('**/admin/system-health', async (route) => {
    const reply = await route.fetch()
    const health = (await reply.json()) as SystemHealth
    await route.fulfill({ response: reply, json: { ...health, backup: { ...health.backup, state: 'well' } } })
  })
  await page.goto(`${productUrl}/admin/dashboard`)
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('Nothing is waiting')
})

test('the charts for a period open on one screen', async ({ adminPage: page, productUrl }) => {
  await passMidnight()
  await makeActiveStudent(productUrl)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${productUrl}/admin/dashboard`)
  await page.getByRole('button', { name: 'Show charts' }).click()
  await expect(page).toHaveURL(/\?days=30$/)
  const charts = page.getByRole('region', { name: 'Charts' })
  await expect(charts.getByRole('region')).toHaveCount(6)
  await expect(charts.locator('[aria-busy="true"]')).toHaveCount(0)
  const tops = await charts.getByRole('region').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  const [highest, lowest] = [Math.min(...tops.map(({ top }) => top)), Math.max(...tops.map(({ bottom }) => bottom))]
  expect(lowest - highest).toBeLessThan(800)

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

  await expectFit(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hide charts' }).click()
  await expect(page.getByRole('region', { name: 'Registrations' })).toHaveCount(0)
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
  await page.goto(`${productUrl}/admin/dashboard?days=30`)
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
  await page.goto(`${productUrl}/admin/dashboard?days=30`)
  await expect(page.getByRole('region', { name: 'Registrations' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: /^Registrations each day/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload Video' })).toBeHidden()
  await expect(page.getByRole('slider').first()).toBeHidden()
})
