// Rarer parts of finding videos: a video's page, failures, the certificate for a series, and what admins do for it.
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { listSeries, listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { expectAccessible } from './accessibility.ts'
import { ASKED } from './answers.ts'
import { pay, SERIES } from './certificate.ts'
import { expectFit } from './fit.ts'
import { expect, openFor } from './fixtures.ts'
// An admin changes a series of videos.
import { test } from './own-product.ts'
import { asAdmin, makeStudent } from './people.ts'
import { content, countAbout, freeCount } from './starters.ts'
import { bookmark, cards, finishFirst } from './video-cards.ts'
import { smallestPhone } from './screen-sizes.ts'

test.use({ viewport: smallestPhone })

/** Reads a QR code from the screen, like a camera. */
async function readQrCode(code: Locator): Promise<string> {
  const png = (await code.screenshot()).toString('base64')
  const image = await code.evaluate(async (_element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return { width, height, data: context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray() }
  }, png)
  // By default the decoder gives up after a moment, which a busy machine may need for something else.
  return decodeQR(image, { timeLimit: 60_000 })
}

test('the page of a video links to videos that share its values and its series, and has its bookmark', async ({
  student,
  studentPage: page,
}) => {
  const [video] = await student.call(listVideos, {})
  const open = () => page.goto(`/student/videos?video=${video?._id}`)
  await open()
  await bookmark(page, video?.title ?? '').click()
  await expect(bookmark(page, video?.title ?? '')).toHaveAttribute('aria-pressed', 'true')
  expect((await student.call(listVideos, {}))[0]).toMatchObject({ isBookmarked: true })
  await expectAccessible(page)
  await expectFit(page)
  await page.getByRole('link', { name: 'Find videos: Honesty' }).click()
  await expect(cards(page)).toHaveCount(countAbout('honesty'))
  await open()
  await page.getByRole('link', { name: `Find videos: ${SERIES}` }).click()
  await expect(page.getByText(`0 of ${content.length} watched`, { exact: true })).toBeVisible()
})

test('if open quizzes cannot be loaded, the page says so and offers another try', async ({ studentPage: page }) => {
  let isDown = true
  await page.route('**/api/trivia/attempts', (route) => (isDown ? route.abort() : route.fallback()))
  await page.goto('/student/videos?filter=open')
  await expect(page.getByText('We could not load which quizzes are open.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  // The others require a payment.
  await expect(cards(page)).toHaveCount(freeCount)
})

test('if badges cannot be loaded, the page says so and offers another try', async ({ studentPage: page }) => {
  let isDown = true
  await page.route('**/api/awards', (route) => (isDown ? route.abort() : route.fallback()))
  await page.goto('/student/badges')
  await expect(page.getByRole('heading', { name: 'Failed to load your badges.' })).toBeVisible()
  await expectAccessible(page)
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Not earned yet').first()).toBeVisible()
})

test('the certificate for a finished series prints on one page, and anybody can open it until the account is deleted', async ({
  student,
  studentPage: page,
  browser,
  productUrl,
  ownProduct,
}) => {
  await pay(student)
  await finishFirst(student, content.length, ownProduct)
  await page.goto('/student/videos')
  await page.getByRole('button', { name: 'Find a video' }).click()
  await page.getByLabel('Series').selectOption({ label: `${SERIES} (${content.length} of ${content.length})` })
  await page.getByRole('link', { name: 'Badges and certificates' }).click()
  await page.getByRole('button', { name: `Get your certificate: ${SERIES}` }).click()
  await page.waitForURL(/\/certificate\/[\w-]{22}$/)
  await expect(page.getByText(student.username, { exact: true })).toBeVisible()
  await expect(page.getByText(SERIES)).toBeVisible()
  const answers = content.length * ASKED
  await expect(page.getByText('has finished all twelve stories of')).toBeVisible()
  await expect(page.getByText(`with ${answers} of ${answers} answers right.`)).toBeVisible()
  // The display face is hard to read in names, which may contain numbers.
  await expect(page.getByText(student.username, { exact: true })).not.toHaveCSS('font-family', /Ojuju/)
  const qrCode = page.locator('.certificate__qr .qr')
  await expect(qrCode).toBeVisible()
  const address = await readQrCode(qrCode)
  expect(address).toBe(page.url())
  await expectAccessible(page)
  await expectFit(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: null })
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  const [, width = 0, height = 0] = (/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []).map(Number)
  expect(Math.round(width)).toBe(842)
  expect(Math.round(height)).toBe(595)

  const visitor = await (await browser.newContext({ baseURL: productUrl, viewport: smallestPhone })).newPage()
  const reply = await visitor.goto(address)
  expect(reply?.status()).toBe(200)
  expect(reply?.headers()['x-robots-tag']).toBe('noindex')
  const html = (await reply?.text()) ?? ''
  expect(html).toContain('<meta property="og:title" content="Certificate | Baobab"/>')
  expect(html).toMatch(/<meta property="og:image" content="http:[^"]+\/og\/certificate.jpg"\/>/)
  expect(html).not.toContain(student.username)
  await expect(visitor.getByText(student.username, { exact: true })).toBeVisible()
  await expect(visitor.getByText(student.email)).toHaveCount(0)
  await expectAccessible(visitor)

  await page.goto('/student/badges')
  await expect(page.getByRole('link', { name: `See your certificate: ${SERIES}` })).toBeVisible()
  await student.call(eraseAccount, { body: { password: student.password } })
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'We could not find this certificate.' })).toBeVisible()
  await visitor.goto('/certificate/guess')
  await expect(visitor.getByRole('heading', { name: 'This page is not here' })).toBeVisible()
  await visitor.context().close()
})

test('an admin creates a series, adds a video with values to it, reorders it and deletes it', async ({
  adminPage: page,
  browser,
  productUrl,
}) => {
  const { call } = await asAdmin(productUrl)
  const title = 'Brave Hearts'
  const [video] = await call(listVideos, {})
  const before = (await call(listSeries, {})).series.map((series) => series.title)
  await page.goto('/admin/series')
  await page.getByRole('button', { name: 'Create series' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await page.getByLabel('Title').fill(before[0] ?? '')
  await page.getByRole('button', { name: 'Create series' }).click()
  await expect(page.getByText('A series with this title already exists.')).toBeVisible()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create series' }).click()
  await expect(page.getByText('Series created successfully!')).toBeVisible()
  await page.getByRole('button', { name: `Move ${title} up` }).click()
  await expect(page.getByText('Order changed successfully!')).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)

  await page.goto(`/admin/videos?video=${video?._id}`)
  const form = page.getByRole('form', { name: 'Update video' })
  for (const value of ['Courage', 'Friendship']) await form.getByLabel(value).check()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('Choose at most 3 values.')).toBeVisible()
  await form.getByLabel('Responsibility').uncheck()
  await form.getByLabel('Series').selectOption(title)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Video updated successfully!')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/admin/videos')
  await page.getByLabel('Series').selectOption(title)
  await expect(page.getByRole('main').locator('.vcard')).toHaveCount(1)
  await expect(page.locator('.vcard').getByText('Friendship')).toBeVisible()
  await page.goto('/admin/videos?series=deleted')
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('main').locator('.vcard')).toHaveCount(content.length)

  const reader = await openFor(await makeStudent(productUrl), browser, productUrl)
  await reader.goto('/student/videos?value=friendship')
  await expect(cards(reader)).toHaveCount(countAbout('friendship') + 1)
  await reader.context().close()

  await page.goto('/admin/series')
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await expect(page.getByText('Its video stays, and students keep')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Series deleted successfully.')).toBeVisible()
  await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
  await page.goto('/admin/audit-log')
  await expect(page.getByRole('main').getByText('Deleted a series').last()).toBeVisible()
})
