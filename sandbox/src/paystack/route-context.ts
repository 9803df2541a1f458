import type { Provider } from './provider.ts'
import type { Store } from './store.ts'
import { Refused } from './transaction.ts'

/** The dependencies of the provider's routes. */
export type RouteContext = { store: Store; provider: Provider; publicKey: string }

/** The button of an outdated page: the redirect shows the current state. */
export function ignoreRefused(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}
