import type { Provider } from './provider.ts'
import type { Store } from './store.ts'
import { Refused } from './transaction.ts'

/** What the routes of the provider work on. */
export type World = { store: Store; provider: Provider; publicKey: string }

/** A button of a page that was out of date: the page it leads to shows how things stand. */
export function unlessRefused(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}
