// A draw whose round has come: anybody checks it in their own browser, a changed file is noticed, and a winner claims the prize.
import { createClient } from '@baobab/contract/kernel/client.ts'
import { readDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { toDrawNumber } from '@baobab/contract/scholarship/rules.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { month, monthOfOne, startWithDraws } from './drawn-months.ts'
import { expectFit, phone } from './fit.ts'
import { expect, openFor, openForAdmin, test } from './fixtures.ts'
import { type Student } from './people.ts'
import { type Product } from './product.ts'

let product: Product
let winner: Student
test.beforeAll(async () => {
  ;({ product, winner } = await startWithDraws())
})
test.afterAll(() => product.remove())

const anyone = () => createClient({ baseUrl: product.url })
const files = ['list.txt', 'beacon.json', 'notices.json', 'chain.json', 'result.json']

/** Downloads the draw's files, as a person saves them. */
async function saveFiles(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  return Promise.all(
    files.map(async (name) => {
      const reply = await page.request.get(`${product.url}/api/scholarship/draws/${month}/files/${name}`)
      return { name: `draw-${month}-${name}`, mimeType: 'text/plain', buffer: await reply.body() }
    }),
  )
}

test('anybody checks a draw in their own browser, even without a network, and a changed file is noticed', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url, viewport: phone })
  const page = await context.newPage()
  const drawn = await anyone()(readDraw, { params: { month }, query: {} })
  const { winner } = drawn
  await page.goto('/scholarship')
  await expect(page.getByRole('heading', { level: 1, name: 'Scholarship draws' })).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the January 2024 draw' }).click()
  await expect(page.getByText(winner?.name ?? 'nobody').first()).toBeVisible()
  await expect(page.getByText('This is only a test draw.')).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Check this draw' }).click()
  // The files come from the server whose honesty is in question: only a message can prove that they were published before the draw.
  await expect(page.getByText('These files fit together.')).toBeVisible()
  await expect(page.getByText('Compare the code in your message.')).toBeVisible()
  await expect(page.getByText(`Number ${toDrawNumber(winner?.index ?? -1)}`, { exact: true })).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)

  const saved = await saveFiles(page)
  await context.setOffline(true)
  await page.getByLabel('Choose files').setInputFiles(saved)
  await expect(page.getByText('These files fit together.')).toBeVisible()
  await expect(page.getByText('This draw is correct.')).toHaveCount(0)
  const changed = saved.map((file) =>
    file.name.endsWith('result.json')
      ? { ...file, buffer: Buffer.from(file.buffer.toString().replace(/"index": \d/, '"index": 9')) }
      : file,
  )
  await page.getByLabel('Choose files').setInputFiles(changed)
  await expect(page.getByText('This draw is not correct.')).toBeVisible()
  await expect(page.getByText(/The files say number 9, but number \d was drawn/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The winner is not right' })).toBeVisible()
  await page.getByLabel('Choose files').setInputFiles(saved)
  await expect(page.getByText('These files fit together.')).toBeVisible()
  // The code from an entrant's own message, with spaces from copying, still without a network.
  const { listHash } = drawn
  const own = page.getByLabel('Your message')
  await own.fill('not a code')
  await page.getByRole('button', { name: 'Compare and check' }).click()
  await expect(page.getByText(/There is no code in this text/)).toBeVisible()
  await own.fill(` ${listHash.toUpperCase()} `)
  await page.getByRole('button', { name: 'Compare and check' }).click()
  await expect(page.getByRole('heading', { name: 'Your message matches' })).toBeVisible()
  await expect(page.getByText('This draw is correct.')).toBeVisible()
  await context.setOffline(false)
  await expectFit(page)
  await expectAccessible(page)
  await context.close()
})

test('a winner claims the prize with a parent, and reads that it was paid', async ({ browser }) => {
  const page = await openFor(winner, browser, product.url)
  await page.setViewportSize(phone)
  await page.goto('/student/draws')
  await page.getByRole('link', { name: 'Claim your prize' }).click()
  const prize = page.getByRole('region', { name: 'February 2024 scholarship' })
  await expect(prize.getByText('Not claimed')).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)
  await prize.getByRole('button', { name: 'Claim your prize' }).click()
  await expect(prize.getByLabel("Parent's or guardian's name")).toBeFocused()
  await expectFit(page)
  await expectAccessible(page)
  const next = prize.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(prize.getByText("Parent's or guardian's name is required")).toBeVisible()
  await prize.getByLabel("Parent's or guardian's name").fill('Halima Bello')
  await prize.getByLabel('Name on the draw page').fill('Amina from Kano')
  await next.click()
  await prize.getByLabel("Parent's or guardian's phone number").fill('+2348012345678')
  await expectFit(page)
  await expectAccessible(page)
  await next.click()
  await expect(prize.getByText('Amina from Kano')).toBeVisible()
  await expectFit(page)
  await expectAccessible(page)
  await prize.getByRole('button', { name: 'Send' }).click()
  await expect(prize.getByText('Your parent or guardian must agree')).toBeVisible()
  await prize.getByRole('checkbox', { name: 'My parent or guardian has read this and agrees.' }).check()
  await prize.getByRole('textbox', { name: 'Your password' }).fill(winner.password)
  await prize.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you. We will call your parent or guardian.').first()).toBeVisible()
  await expect(prize.getByText('Claimed', { exact: true })).toBeVisible()
  await expect(prize.getByText(/^Your parent or guardian must agree by /)).toBeVisible()

  const admin = await openForAdmin(browser, product.url)
  await admin.goto('/admin/scholarship-management')
  // The first line of the page says what to do now, with its button. The month itself is one row, with its details folded.
  const today = admin.getByRole('region', { name: 'To do now' })
  const claim = admin.getByRole('region', { name: 'Draws' }).getByRole('article', { name: 'February 2024' })
  await expect(today).toContainText('Call the parent or guardian of the February 2024 winner.')
  await expect(admin.locator('main .phead + *')).toHaveAccessibleName('To do now')
  await expect(claim).toContainText('Next: call the parent or guardian')
  await claim.getByRole('button', { name: 'Details of February 2024' }).click()
  await expect(claim.getByText('Halima Bello', { exact: true })).toBeVisible()
  await today.getByRole('button', { name: 'Record the agreement' }).click()
  await expectAccessible(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Record the agreement' }).click()
  await expect(today).toContainText('Check the public name of the February 2024 winner.')
  await today.getByRole('button', { name: 'Confirm the name' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Confirm the name' }).click()
  await expect(claim.getByText('The public name is confirmed.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Record payout' })).toHaveCount(0)
  await expect(today).toContainText('Confirm the February 2024 winner.')
  await today.getByRole('button', { name: 'Confirm winner' }).click()
  await expect(today).toContainText('Pay the February 2024 prize, then record it here.')
  await today.getByRole('button', { name: 'Record payout' }).click()
  await expectAccessible(admin)
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Paid on').fill('2024-03-05')
  await dialog.getByLabel('Receipt').fill('TRF-2024-17')
  await dialog.getByRole('button', { name: 'Record payout' }).click()
  await expect(claim.getByText('TRF-2024-17')).toBeVisible()
  await expect(today).not.toContainText('February 2024')
  await expectFit(admin)
  await admin.context().close()

  await page.reload()
  await expect(prize.getByText('Your prize was paid on')).toBeVisible()
  await page.goto(`/scholarship/${monthOfOne}`)
  await expect(page.getByText('Amina from Kano')).toBeVisible()
  await page.context().close()
})
