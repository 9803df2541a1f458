import type { Pop, PopClass } from './paystack-inline.ts'

/** How long the pop-up, including its script, may take to load before the provider's page is opened instead. */
export const POP_UP_MS = 8_000

/** `unavailable`: the pop-up did not load or failed, so the provider's page is used. */
export type PopUpEnd = 'paid' | 'closed' | 'unavailable'

type Options = { accessCode: string; load: () => Promise<PopClass>; onOpen: () => void }

/** Opens the provider's pop-up for a payment that the server has opened. Never throws. */
export function payInPopUp({ accessCode, load, onOpen }: Options): Promise<PopUpEnd> {
  return new Promise((resolve) => {
    let pop: Pop | undefined
    let transaction: unknown
    let isOver = false
    const end = (how: PopUpEnd) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      if (how === 'unavailable') cancel(pop, transaction)
      resolve(how)
    }
    const timer = setTimeout(() => end('unavailable'), POP_UP_MS)
    const open = (PaystackPop: PopClass) => {
      if (isOver) return
      pop = new PaystackPop()
      transaction = pop.resumeTransaction(accessCode, {
        onLoad: () => {
          clearTimeout(timer)
          if (!isOver) onOpen()
        },
        onSuccess: () => end('paid'),
        onCancel: () => end('closed'),
        onError: () => end('unavailable'),
      })
    }
    load()
      .then(open)
      .catch(() => end('unavailable'))
  })
}

/** Closes a pop-up that loads too late, so that it does not cover the page. */
function cancel(pop: Pop | undefined, transaction: unknown): void {
  try {
    pop?.cancelTransaction(transaction)
  } catch {
    // Ignored, because the provider's page opens anyway.
  }
}
