import type { Provider } from './provider.ts'
import type { Store } from './store.ts'
import { Refused } from './transaction.ts'

/** The dependencies of the provider's routes. */
export type RouteContext = { store: Store; provider: Provider; publicKey: string }

/** The button was on an outdated page, so redirect to the current state. */
export function ignoreRefused(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}
