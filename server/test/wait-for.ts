import { vi } from 'vitest'

/**
 * Waits until a callback stops throwing, and returns its result. The time limit exists only to end tests that hang: other programs
 * may keep the machine busy.
 */
export function waitFor<T>(callback: () => T | Promise<T>, { interval = 20 }: { interval?: number } = {}): Promise<T> {
  return vi.waitFor(callback, { timeout: 300_000, interval })
}
