// A video without a network: downloaded, played from a cold start, and marked as watched, with the mark sent later.
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { expect, test } from './fixtures.ts'
import { makeStudent } from './people.ts'
import { logIn, open, playToTheEnd, saveVideo, waitUntilReady } from './offline-videos.ts'

test.use({ serviceWorkers: 'allow' })

test('a downloaded video plays to its last second from a cold start without a network, and the mark is sent later, once', async ({
  context,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  const [video, other] = await student.call(listVideos, {})
  if (!video || !other) throw new Error('The product has too few starter videos.')
  const first = await context.newPage()
  await logIn(first, student)
  await saveVideo(first, video._id)
  await waitUntilReady(first)
  await first.close()
  await context.setOffline(true)

  const cold = await context.newPage()
  await cold.goto('/student/videos')
  await expect(cold.getByRole('heading', { level: 1, name: 'Saved on this phone' })).toBeVisible()
  await expect(cold.getByText(/^You are offline/)).toBeVisible()
  await cold.getByRole('link', { name: new RegExp(video.title) }).click()
  await expect(cold.getByRole('heading', { level: 1, name: video.title })).toBeVisible()
  await playToTheEnd(cold)
  await expect(cold.getByText('Saved on this phone. It will be sent when you are online.')).toBeVisible()
  await expect(cold.getByText('Watched', { exact: true })).toBeVisible()
  await open(cold, other._id)
  await expect(cold.getByText('This video is not saved on this phone.')).toBeVisible()
  await open(cold, video._id)
  await expect(cold.getByText('Watched', { exact: true })).toBeVisible()
  await cold.close()

  await context.setOffline(false)
  const back = await context.newPage()
  const marks: string[] = []
  back.on('request', (request) => {
    if (request.url().endsWith('/watch')) marks.push(request.method())
  })
  await back.goto('/student/dashboard')
  const isMarked = async () => (await student.call(listVideos, {})).find(({ _id }) => _id === video._id)?.isWatched
  await expect.poll(isMarked).toBe(true)
  // A reload before the reply would send the mark again. That is allowed, but the count below would fail.
  const isPending = () => back.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('watchNews_')))
  await expect.poll(isPending).toBe(false)
  await back.reload()
  await expect(back.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(back.locator('[aria-busy="true"], .sk')).toHaveCount(0)
  expect(marks).toEqual(['PUT'])
})
