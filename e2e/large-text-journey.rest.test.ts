// A student and visitors whose text is at 200 % before a page is drawn, from the first page to practising a quiz, and the admin pages with
// the longest rows. Text that is enlarged after a page is shown is tested for each page in pages.test.ts.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { attentionKinds, overview } from '@baobab/contract/metrics/endpoints.ts'
import { listAllPayments, type AdminPayment } from '@baobab/contract/payments/admin.ts'
import { initializePayment } from '@baobab/contract/payments/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { TITLE } from './answers.ts'
import { makeCertificate } from './certificate.ts'
import { expectFitsWidth } from './fit.ts'
import { expect, openFor, openForAdmin, test } from './fixtures.ts'
import { doubleText, expectLargeText } from './large-text.ts'
import { makeStudent } from './people.ts'
import { screenSizes } from './screen-sizes.ts'

const publicPages = ['/', '/about', '/contact', '/video-list', '/leaderboard', '/student/register', '/student/login']
const studentPages = [
  '/student/dashboard',
  '/student/videos',
  '/student/trivia',
  '/student/badges',
  '/student/scholarship',
  '/student/setting',
  '/student/payment',
]

/** Shows on Home and in the payments the longest rows that other tests may leave, because these differ from run to run. */
async function showLongestRows(page: Page): Promise<void> {
  await page.route(`**${overview.path}`, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as ReplyOf<typeof overview>
    const attention = attentionKinds.map((kind) => ({ kind, count: 12_345 }))
    await route.fulfill({ response, json: { ...reply, attention } })
  })
  await page.route(`**${listAllPayments.path}?*`, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as ReplyOf<typeof listAllPayments>
    const payments = reply.payments.map((payment): AdminPayment => ({
      ...payment,
      amountKobo: 100_000_000,
      refundedKobo: 50_000_000,
      state: 'succeeded',
      attention: 'disputed',
    }))
    await route.fulfill({ response, json: { ...reply, payments } })
  })
}

for (const viewport of screenSizes)
  test.describe(`at ${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport })

    test('public pages fit text at 200 %', async ({ page, student }) => {
      await doubleText(page)
      for (const path of [...publicPages, await makeCertificate(student)]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectLargeText(page)
      }
    })

    test('the admin pages for payments, a student and Home fit text at 200 %', async ({ browser, productUrl }) => {
      const student = await makeStudent(productUrl)
      const { reference } = await student.call(initializePayment, { body: {} })
      const page = await openForAdmin(browser, productUrl)
      await page.setViewportSize(viewport)
      await doubleText(page)
      await showLongestRows(page)
      for (const path of [
        '/admin/dashboard',
        '/admin/payments',
        `/admin/payment?reference=${reference}`,
        `/admin/student?username=${student.username}`,
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        // The longest rows have arrived.
        if (path === '/admin/dashboard') await expect(page.getByText('12,345').first()).toBeVisible()
        if (path === '/admin/payments') await expect(page.getByText('1,000,000').first()).toBeVisible()
        await expectLargeText(page)
      }
      // A student's page has date fields, which are the widest.
      await page.setViewportSize({ width: 320, height: viewport.height })
      await expectFitsWidth(page)
      await page.context().close()
    })

    test('a student with text at 200 % gets through a video, its quiz, the review and practice', async ({
      browser,
      productUrl,
    }) => {
      const student = await makeStudent(productUrl)
      const page = await openFor(student, browser, productUrl)
      await page.setViewportSize(viewport)
      await doubleText(page)
      for (const path of studentPages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectLargeText(page)
      }
      const video = (await student.call(listVideos, {})).find(({ title }) => title === TITLE)
      await page.goto(`/student/videos?video=${video?._id}`)
      await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
      await expectLargeText(page)
      await page.getByRole('link', { name: /^Show Trivia/ }).click()
      await page.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
      await expect(page.getByRole('button', { name: 'Start anyway' })).toBeVisible()
      await expectLargeText(page)
      await page.getByRole('button', { name: 'Start anyway' }).click()
      for (const next of [...Array.from({ length: 4 }, () => 'Next Question'), 'Finish Quiz']) {
        await expect(page.getByRole('radio')).toHaveCount(4)
        await expectLargeText(page)
        await page.getByRole('radio').first().check({ force: true })
        await page.getByRole('button', { name: 'Submit' }).click()
        await page.getByRole('button', { name: next }).click()
      }
      await expect(page.getByRole('heading', { name: /^You scored/ })).toBeVisible()
      await expectLargeText(page)
      await page.getByRole('link', { name: 'See why' }).click()
      await expect(page.getByText(/^Correct answer: /).first()).toBeVisible()
      await expectLargeText(page)
      await page.goto('/student/practice')
      await expect(page.getByRole('radio')).toHaveCount(4)
      await expectLargeText(page)
      await page.getByRole('radio').first().check({ force: true })
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('button', { name: 'Next Question' })).toBeVisible()
      await expectLargeText(page)
      await page.context().close()
    })
  })
