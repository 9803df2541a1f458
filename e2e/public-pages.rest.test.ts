// The public pages load their own styles: those of the app's styles that they need.
import { isScriptFreePage, pagePaths } from '@baobab/contract/kernel/pages.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Finds the address of the app's complete styles. */
async function findAppStyles(page: Page): Promise<string> {
  const app = await (await page.request.get('/student/login', { headers: { accept: 'text/html' } })).text()
  const [, address] = /href="(\/assets\/root-[^"]+\.css)"/.exec(app) ?? []
  if (address === undefined) throw new Error('The app has no styles of its root.')
  return address
}

/**
 * Replaces a page's own styles with all of the app's.
 * @returns the elements that now look different
 */
function findUnstyled(page: Page, appStyles: string): Promise<string[]> {
  return page.evaluate(async (href) => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const elements = [...document.body.querySelectorAll<HTMLElement>('*')]
    const readStyles = () =>
      elements
        .map((element) => getComputedStyle(element))
        .map((style) => [...style].map((name) => style.getPropertyValue(name)).join())
    const stopAnimations = () => document.getAnimations().forEach((animation) => animation.cancel())
    const [own] = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
    stopAnimations()
    const before = readStyles()
    const all = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    await new Promise((resolve, reject) => {
      all.addEventListener('load', resolve)
      all.addEventListener('error', reject)
      document.head.append(all)
    })
    own?.remove()
    stopAnimations()
    const after = readStyles()
    return elements.filter((_, index) => before[index] !== after[index]).map(({ outerHTML }) => outerHTML.slice(0, 80))
  }, appStyles)
}

test.use({ viewport: { width: 360, height: 560 } })

test('each page has all its styles', async ({ page }) => {
  const appStyles = await findAppStyles(page)
  // Without scripts, because the leaderboard would change while its styles are compared.
  await page.route('**/*', (route) => (route.request().resourceType() === 'script' ? route.abort() : route.fallback()))
  for (const path of [...pagePaths.filter(isScriptFreePage), '/no-such-page'])
    await test.step(path, async () => {
      await page.goto(path)
      expect.soft(await findUnstyled(page, appStyles), path).toEqual([])
    })
})
