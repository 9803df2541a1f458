import type { CheckedRequest } from './check-request.ts'

/** A message that was accepted for a browser. */
export type PushMessage = Omit<CheckedRequest, 'key'> & { browser: string; body: Buffer; at: Date }

/** A request that was not accepted, and why. */
export type PushRefusal = { browser: string; status: number; reason: string; at: Date }

/** What the service replies instead of accepting. */
export type PushFault = { status: number; retryAfter?: string }

/** What the pages and the tests read and set. */
export type PushService = {
  /** The service's origin. A browser's address is a path under `/sandbox/push/`. */
  url: string
  /** The messages for one browser, or for all of them, oldest first. */
  messages: (browser?: string) => PushMessage[]
  refusals: () => readonly PushRefusal[]
  /** Makes the service refuse messages for one browser, or for all others; without a fault it accepts them again. */
  setFault: (fault?: PushFault, browser?: string) => void
  currentFault: () => PushFault | undefined
}
