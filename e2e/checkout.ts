// The payment page and the provider's pop-up, and a student page that records errors.
import { listPayments } from '@baobab/contract/payments/endpoints.ts'
import type { FrameLocator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Student } from './people.ts'

/** What the page after a payment says, for only two to five seconds. */
const outcomes = {
  confirmed: 'Payment confirmed! Redirecting to dashboard...',
  invalid: 'Invalid transaction. Redirecting...',
  refused: 'Payment verification failed. Try again.',
  failed: 'Failed to update payment status. Contact support.',
}

/** Records each outcome that the page shows in the tab's storage, because a busy machine may look too late. */
const noteOutcomes = (page: Page) =>
  page.addInitScript((texts) => {
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('[role="status"], [role="alert"]'))
        for (const text of texts)
          if (one.textContent.includes(text) && one.checkVisibility()) sessionStorage.setItem(text, 'shown')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, Object.values(outcomes))

/** Expects the page to have shown an outcome since the last check. */
export async function expectOutcome(page: Page, outcome: keyof typeof outcomes): Promise<void> {
  const text = outcomes[outcome]
  await page.waitForFunction((key) => sessionStorage.getItem(key) === 'shown', text)
  await page.evaluate((key) => sessionStorage.removeItem(key), text)
}

/** Lets a test use a page. Fails if one of the page's scripts fails or its policy blocks something in the meantime. */
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

/** Presses the payment page's button. Returns the pop-up. */
export async function openCheckout(page: Page): Promise<FrameLocator> {
  await page.goto('/student/payment')
  await payButton(page).click()
  const checkout = checkoutOf(page)
  await expect(checkout.getByRole('heading', { name: /Pay/ })).toBeVisible()
  return checkout
}

export const pay = (checkout: FrameLocator | Page) => checkout.getByRole('button', { name: /^Pay/ }).click()

/** Waits for the dashboard after a payment that the previous page has confirmed. */
export async function toDashboard(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard')
  await expectOutcome(page, 'confirmed')
}
