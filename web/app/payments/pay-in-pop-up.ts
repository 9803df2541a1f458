import type { Pop, PopClass } from './paystack-inline.ts'

/** How long the pop-up may take, its script included, before the provider's page is opened in its place. */
export const POP_UP_MS = 8_000

/** `away`: the pop-up did not come, or broke; the provider's page is the way then. */
export type PopUpEnd = 'paid' | 'closed' | 'away'

type Options = { accessCode: string; load: () => Promise<PopClass>; onOpen: () => void }

/** Lets somebody pay in the provider's pop-up what the server has opened. Never throws. */
export function payInPopUp({ accessCode, load, onOpen }: Options): Promise<PopUpEnd> {
  return new Promise((resolve) => {
    let pop: Pop | undefined
    let transaction: unknown
    let isOver = false
    const end = (how: PopUpEnd) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      if (how === 'away') close(pop, transaction)
      resolve(how)
    }
    const timer = setTimeout(() => end('away'), POP_UP_MS)
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
        onError: () => end('away'),
      })
    }
    load()
      .then(open)
      .catch(() => end('away'))
  })
}

/** A pop-up that comes too late must not lie over the page that is left. */
function close(pop: Pop | undefined, transaction: unknown): void {
  try {
    pop?.cancelTransaction(transaction)
  } catch {
    // The page is left anyway.
  }
}
