// A demonstration: every page says that it is one, its draw can be checked, and the logins it prints work.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { startDemonstration, type Product } from './product.ts'

const MARK = 'Demonstration: made-up people and payments.'

let product: Product
test.beforeAll(async () => {
  product = await startDemonstration()
})
test.afterAll(() => product.remove())

test('a visitor finds full boards and a draw that checks out, under a mark that nothing hides', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 560 })
  const shown = () =>
    page.evaluate(() => [
      getComputedStyle(document.documentElement, '::before').content.replaceAll('"', ''),
      document.body.getBoundingClientRect().top,
    ])
  for (const path of ['/', '/leaderboard', '/student/login', '/admin/login', '/no-such-page', '/payment']) {
    await page.goto(`${product.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    expect(await shown(), path).toEqual([MARK, 24])
  }
  await page.goto(`${product.url}/leaderboard`)
  await expect(page.getByText('kemi_t').or(page.getByText('ifeoma3')).first()).toBeVisible()
  const { draws } = await createClient({ baseUrl: product.url })(listDraws, {})
  const oldest = draws.at(-1)
  await page.goto(`${product.url}/scholarship/${oldest?.month}/verify`)
  await expect(page.getByText('These files fit together.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The winner is on the leaderboard' })).toBeVisible()
  await expectAccessible(page)
})

test('a student logs in with the printed login, and again after a restart', async ({ page }) => {
  const { studentPassword } = JSON.parse(readFileSync(join(product.dataDir, 'demo-logins.json'), 'utf8')) as {
    studentPassword: string
  }
  await expect.poll(() => product.output()).toContain(`password ${studentPassword}`)
  await product.stop()
  await product.restart()
  await page.goto(`${product.url}/student/login`)
  await page.getByLabel('Email').fill('adaobi7@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(studentPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/dashboard')
  await expect(page.getByRole('heading', { name: 'Hello adaobi7' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(() => getComputedStyle(document.documentElement, '::before').content)).toContain(MARK)
})
