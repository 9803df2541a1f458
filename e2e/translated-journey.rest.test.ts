// A student whose browser translates every page: translators replace text nodes that React still refers to.
import type { Page } from '@playwright/test'
import { answersOf, readQuestion, TITLE } from './answers.ts'
import { isPaid, openCheckout, pay, toDashboard, usePaymentPage } from './checkout.ts'
import { expect, test } from './fixtures.ts'
import { registration } from './people.ts'
import { fillSignUp, openNextStep, openSignUp, verifyAndLogIn } from './sign-up.ts'

/** Wraps every text on the pages in two elements, as translators do, as soon as it appears or changes. */
function translatePages(): void {
  const skipped = 'font, script, style, noscript, textarea, title, option, [translate="no"]'
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(skipped)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records)
      for (const node of type === 'childList' ? addedNodes : [target]) translate(node)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

/** Fails if one of the page's scripts fails, or the page shows that something went wrong. */
async function expectNoErrors(page: Page, use: () => Promise<void>): Promise<void> {
  await page.addInitScript(translatePages)
  await usePaymentPage(page, use)
  await expect(page.getByText('Something went wrong!')).toHaveCount(0)
}

async function expectTranslated(page: Page, text: string): Promise<void> {
  await expect(page.locator('font > font').filter({ hasText: text }).first()).toBeVisible()
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('a visitor with a translator registers, logs in after a wrong password, and requests a new password', async ({
  page,
}) => {
  await expectNoErrors(page, async () => {
    const form = registration()
    await openSignUp(page)
    await openNextStep(page)
    await expectTranslated(page, 'Username is required')
    await field(page, 'Password').fill(form.password)
    await field(page, 'Confirm Password').fill('Other7pass')
    await openNextStep(page)
    await expectTranslated(page, 'Passwords must match')
    await fillSignUp(page, form)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.waitForURL('**/verify-email')
    await page.getByLabel('Verification code').fill('000000')
    await page.getByRole('button', { name: 'Submit' }).click()
    await verifyAndLogIn(page, form)

    await page.goto('/student/setting')
    await page.getByRole('button', { name: 'Log Out', exact: true }).last().click()
    await page.waitForURL('**/student/login')
    for (const password of ['Wrong7pass', 'Wrong8pass']) {
      await field(page, 'Email, phone or username').fill(form.email)
      await field(page, 'Password').fill(password)
      await page.getByRole('button', { name: 'Login' }).click()
      await expectTranslated(page, 'Login failed! Please check your credentials.')
    }
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.waitForURL('**/forgot-password')
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
    await field(page, 'Email or phone number').fill(form.email)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expectTranslated(page, 'Check your email for reset instructions.')
  })
})

test('a student with a translator takes a quiz whose clock and score stay up to date', async ({
  studentPage: page,
}) => {
  await expectNoErrors(page, async () => {
    await page.goto('/student/trivia')
    await page.getByRole('link', { name: new RegExp(`Take Quiz.*${TITLE}`) }).click()
    await page.getByRole('button', { name: /Start anyway/ }).click()
    const right = answersOf(TITLE, '11-20')
    const clock = page.getByRole('timer')
    for (let at = 0; at < 5; at += 1) {
      const answer = right.get(await readQuestion(page)) ?? ''
      await expect(page.getByRole('img', { name: `${at} of 5 answered` })).toBeVisible()
      const before = await clock.innerText()
      await expect(clock).not.toHaveText(before)
      if (at === 0) {
        await page.getByRole('button', { name: 'Submit' }).click()
        await expectTranslated(page, 'Please select an answer for this question.')
      }
      await page.getByRole('radio', { name: answer, exact: true }).check({ force: true })
      await page.getByRole('button', { name: 'Submit' }).click()
      await expectTranslated(page, 'Correct answer!')
      await page.getByRole('button', { name: at === 4 ? 'Finish Quiz' : 'Next Question' }).click()
    }
    await expectTranslated(page, 'You scored 50 out of 50')
    await page.getByRole('link', { name: 'Leaderboard' }).last().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
    await page.goto('/user-rank')
    await expectTranslated(page, '50 points')
  })
})

test('a student with a translator pays, and changes settings', async ({ studentPage: page, student }) => {
  await expectNoErrors(page, async () => {
    const checkout = await openCheckout(page)
    await checkout.getByRole('button', { name: 'Cancel payment' }).click()
    await expectTranslated(page, 'This payment was not finished. Nothing was charged.')
    await pay(await openCheckout(page))
    await toDashboard(page)
    expect(await isPaid(student)).toBe(true)
    await page.goto('/student/setting')
    await field(page, 'School').fill('Unity School')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectTranslated(page, 'Profile updated successfully!')
    await field(page, 'Phone Number').fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectTranslated(page, 'Phone number is required')
    await page.getByLabel('Show students close to me on the leaderboard').uncheck()
  })
})
