// `npm run screens`: screenshots of every page at 360, 768 and 1280 px, light and dark, under e2e/screens/.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from '@playwright/test'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { pagePaths } from '@baobab/contract/kernel/pages.ts'
import { browserArguments, findBrowser } from './browser.ts'
import { ADMIN } from './people.ts'
import { startProduct } from './product.ts'
import { addressOf, prepareVisits, visitorOf, type Visits } from './visits.ts'

const folder = fileURLToPath(new URL('screens', import.meta.url))
const widths = [360, 768, 1280]
const only = process.argv.slice(2)

async function picture(browser: Browser, url: string, path: string, visits: Visits): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        reducedMotion: 'reduce',
      })
      await context.addInitScript((keys) => {
        for (const [key, value] of Object.entries(keys)) sessionStorage.setItem(key, value)
      }, visits.keys[visitorOf(path)])
      const page = await context.newPage()
      await page.goto(url + addressOf(path, visits))
      // Student pages keep an event stream open, so their network is never idle.
      await page.waitForLoadState('load')
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .sk'))
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      await context.close()
    }
}

mkdirSync(folder, { recursive: true })
const product = await startProduct({ RATE_LIMIT_FACTOR: '0' })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
try {
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  const visits = await prepareVisits(product.url)
  for (const path of pagePaths)
    if (only.length === 0 || only.includes(path)) {
      await picture(browser, product.url, path, visits)
      process.stdout.write(`${path}\n`)
    }
} finally {
  await browser.close()
  await product.remove()
}
