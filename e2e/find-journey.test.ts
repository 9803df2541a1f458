// Finding videos, bookmarks and badges, on a small phone.
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { expectAccessible } from './accessibility.ts'
import { SERIES } from './certificate.ts'
import { expectFit } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { content, countAbout, freeCount } from './starters.ts'
import { bookmark, cards, finishFirst } from './video-cards.ts'
import { smallestPhone } from './screen-sizes.ts'

test.use({ viewport: smallestPhone })

test('a student finds videos by a word without tone marks, by filters and by value, and clears them', async ({
  studentPage: page,
}) => {
  await page.goto('/student/videos')
  await expect(cards(page)).toHaveCount(content.length)
  // A video's values are on its card.
  await expect(cards(page).first().getByRole('listitem')).toHaveText(['Honesty', 'Responsibility'])
  // The first video is on the first screen: the search opens with a tap.
  await expect(page.getByLabel('Search videos')).toBeHidden()
  await page.getByRole('button', { name: 'Find a video' }).click()
  await page.getByLabel('Search videos').fill('ijapa')
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Ìjàpá and the Borrowed Drum' })).toBeVisible()
  await expect(page.getByText('1 video found')).toBeVisible()
  await expect(page).toHaveURL(/search=ijapa/)
  await page.getByLabel('About').selectOption('Courage')
  await expect(page.getByRole('heading', { name: 'No video matches your search' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(cards(page)).toHaveCount(content.length)
  await expect(page.getByLabel('Search videos')).toHaveValue('')
  await expect(page).toHaveURL(/\/student\/videos$/)

  await page.getByLabel('About').selectOption('Kindness')
  await expect(cards(page)).toHaveCount(countAbout('kindness'))
  await page.reload()
  await expect(cards(page)).toHaveCount(countAbout('kindness'))
  await expectFit(page)
})

test('the filters show unwatched videos, open quizzes, and the progress in a series', async ({
  student,
  studentPage: page,
}) => {
  await finishFirst(student, 2)
  await page.goto('/student/videos')
  await page.getByRole('button', { name: 'Not watched' }).click()
  await expect(cards(page)).toHaveCount(content.length - 2)
  await page.getByRole('button', { name: 'Quiz to do' }).click()
  // The others require a payment.
  await expect(page.getByText(`${freeCount - 2} videos found`)).toBeVisible()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('button', { name: 'Find a video' }).click()
  await expect(
    page.getByLabel('Series').getByRole('option', { name: `${SERIES} (2 of ${content.length})` }),
  ).toHaveCount(1)
  await page.getByLabel('Series').selectOption({ label: `${SERIES} (2 of ${content.length})` })
  await expect(page.getByRole('progressbar', { name: `Your progress in ${SERIES}` })).toHaveAttribute(
    'aria-valuetext',
    `2 of ${content.length} watched`,
  )
  await expect(cards(page)).toHaveCount(content.length)
  await expectAccessible(page)
})

test('a bookmark stays, even one made offline', async ({ student, studentPage: page }) => {
  const [first, second] = (await student.call(listVideos, {})).map(({ title }) => title)
  await page.goto('/student/videos?filter=bookmarked')
  await expect(page.getByRole('heading', { name: 'You have no bookmarks here' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await bookmark(page, first ?? '').click()
  await expect(page.getByText('Bookmarked.')).toBeVisible()
  await page.context().setOffline(true)
  await bookmark(page, second ?? '').click()
  await expect(page.getByText('Saved on this phone. It will be sent when you are online.')).toBeVisible()
  await expect(bookmark(page, second ?? '')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Bookmarks' }).click()
  await expect(cards(page)).toHaveCount(2)
  await page.context().setOffline(false)
  await expect
    .poll(async () => (await student.call(listVideos, {})).filter(({ isBookmarked }) => isBookmarked).length)
    .toBe(2)
  await bookmark(page, first ?? '').click()
  await expect(cards(page)).toHaveCount(1)
})

test('finishing a video earns badges, which the result and the badges page show', async ({
  student,
  studentPage: page,
}) => {
  const videos = await student.call(listVideos, {})
  await page.goto('/student/badges')
  // Only badges that can be earned.
  await expect(page.getByText('Not earned yet')).toHaveCount(new Set(videos.flatMap(({ values }) => values)).size)
  await expectAccessible(page)
  await finishFirst(student, 1)
  const [video] = videos
  await page.goto(`/student/trivia/page?video=${video?._id}`)
  await expect(page.getByText('You earned a badge: Honesty, level 1.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See your badges' }).click()
  const honesty = page.getByRole('listitem').filter({ hasText: 'Honesty' })
  await expect(honesty).toContainText('Level 1')
  await expect(honesty).toContainText('2 more videos to level 2')
  await expect(page.getByText(`1 of ${content.length} videos finished`)).toBeVisible()
  await honesty.getByRole('link', { name: 'Find videos: Honesty' }).click()
  await expect(cards(page)).toHaveCount(countAbout('honesty'))
})
