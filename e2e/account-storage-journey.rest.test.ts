// Browsers that lack or refuse storage: a student logs in, takes a quiz, and reloads.
import type { Page } from '@playwright/test'
import { readQuestion, TITLE } from './answers.ts'
import { expect, test } from './fixtures.ts'

/** Removes globals, or makes them refuse access, in every document of the page. */
function takeAway(page: Page, names: readonly string[], how: 'null' | 'undefined' | 'refused' | 'full') {
  return page.addInitScript(
    ({ names, how }) => {
      const refuse = (name: string): never => {
        throw new DOMException('Refused.', name)
      }
      if (how === 'full') Storage.prototype.setItem = () => refuse('QuotaExceededError')
      else
        for (const name of names)
          Object.defineProperty(globalThis, name, {
            get: () => (how === 'refused' ? refuse('SecurityError') : how === 'null' ? null : undefined),
          })
    },
    { names, how },
  )
}

const storages = ['localStorage', 'sessionStorage']
const forgetsAll = 'This browser forgets your login when you reload or close the page.'
const forgetsLater = 'This browser forgets your login and your downloads when you close the page.'
const allow = 'To change this, allow cookies and site data in your browser’s settings, or free some space.'

for (const [title, names, how, note] of [
  ['has no storage, like a web view,', storages, 'null', forgetsAll],
  ['refuses its storage', storages, 'refused', forgetsAll],
  ['is full', storages, 'full', forgetsAll],
  ['stores for the tab only', ['localStorage'], 'null', forgetsLater],
  ['has no IndexedDB, caches and channels', ['indexedDB', 'caches', 'BroadcastChannel'], 'undefined', undefined],
] as const)
  test(`a browser that ${title} can log in and take a quiz, and says what it forgets`, async ({ page, student }) => {
    await takeAway(page, names, how)
    await page.goto('/student/login')
    const warning = page.getByText(`${note} ${allow}`)
    await expect(warning).toHaveCount(note === undefined ? 0 : 1)
    await page.getByLabel('Email').fill(student.email)
    await page.getByLabel('Password', { exact: true }).fill(student.password)
    await page.getByLabel('Remember me').check({ force: true })
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/student/dashboard')
    await expect(page.getByRole('heading', { name: `Hello ${student.username}` })).toBeVisible()

    await page.getByRole('link', { name: 'Trivia', exact: true }).last().click()
    await page.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
    await page.getByRole('button', { name: /Start Quiz|Start anyway/ }).click()
    for (let isLast = false; !isLast;) {
      await readQuestion(page)
      await page.getByRole('radio').first().check({ force: true })
      await page.getByRole('button', { name: 'Submit' }).click()
      const next = page.getByRole('button', { name: /Next Question|Finish Quiz/ })
      isLast = (await next.innerText()) === 'Finish Quiz'
      await next.click()
    }
    await expect(page.getByText(/of 5 correct|You scored/).first()).toBeVisible()

    await page.reload()
    if (note === forgetsAll) {
      await page.waitForURL('**/student/login')
      await expect(warning).toBeVisible()
    } else await expect(page.getByText(/of 5 correct|You scored/).first()).toBeVisible()
  })
