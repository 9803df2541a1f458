import type { Locator } from '@playwright/test'

/** Counts the clicks of a journey, to show how few an admin needs. */
export function countClicks() {
  let clicks = 0
  return {
    click: async (target: Locator) => {
      clicks += 1
      await target.click()
    },
    /** Counts a click that the journey does not make with `click`. */
    note: () => {
      clicks += 1
    },
    count: () => clicks,
  }
}
