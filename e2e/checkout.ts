// The payment page and the provider's pop-up, and a student's page that notes what goes wrong on it.
import { listPayments } from '@baobab/contract/payments/endpoints.ts'
import type { FrameLocator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Student } from './people.ts'

/** What the page after a payment says, for two to five seconds only. */
const outcomes = {
  confirmed: 'Payment confirmed! Redirecting to dashboard...',
  invalid: 'Invalid transaction. Redirecting...',
  refused: 'Payment verification failed. Try again.',
  failed: 'Failed to update payment status. Contact support.',
}

/** Notes in the tab's storage each outcome that the page shows, because a busy machine may look too late. */
const noteOutcomes = (page: Page) =>
  page.addInitScript((texts) => {
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('[role="status"], [role="alert"]'))
        for (const text of texts)
          if (one.textContent.includes(text) && one.checkVisibility()) sessionStorage.setItem(text, 'shown')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, Object.values(outcomes))

/** Expects that the page has shown an outcome since it was last asked. */
export async function expectOutcome(page: Page, outcome: keyof typeof outcomes): Promise<void> {
  const text = outcomes[outcome]
  await page.waitForFunction((key) => sessionStorage.getItem(key) === 'shown', text)
  await page.evaluate((key) => sessionStorage.removeItem(key), text)
}

/** Lets a test use a page. Fails if a script of the page fails or its policy refuses something meanwhile. */
export async function usePaymentPage(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      throw new Error(`The policy refused ${blockedURI} by ${violatedDirective}.`)
    })
  })
  await noteOutcomes(page)
  await use(page)
  expect(problems).toEqual([])
}

export const payButton = (page: Page) => page.getByRole('button', { name: 'Proceed To Make Payment' })
/** The provider's page in the pop-up. */
export const checkoutOf = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Pay with"]')

export const isPaid = async ({ call }: Student) => (await call(listPayments, {})).isPaid

/** Presses the button of the payment page. Returns the pop-up. */
export async function openCheckout(page: Page): Promise<FrameLocator> {
  await page.goto('/student/payment')
  await payButton(page).click()
  const checkout = checkoutOf(page)
  await expect(checkout.getByRole('heading', { name: /Pay/ })).toBeVisible()
  return checkout
}

export const pay = (checkout: FrameLocator | Page) => checkout.getByRole('button', { name: /^Pay/ }).click()

/** Waits for the dashboard after a payment, which the page before it has confirmed. */
export async function toDashboard(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard')
  await expectOutcome(page, 'confirmed')
}
