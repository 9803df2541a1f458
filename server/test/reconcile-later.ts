// Opens payments whose checkout nobody finishes in a browser, and asks the provider about them as the job does.
import type { TestApp } from './harness.ts'
import { makeBareStudent } from './payments.ts'
import { openPayment } from '../src/payments/open-payment.ts'
import { reconcile } from '../src/payments/reconcile.ts'

/** Opens a payment and returns its reference. */
export async function openOne(at: TestApp, method: 'checkout' | 'wallet' = 'checkout'): Promise<string> {
  const page = 'http://localhost:3000/student/payment'
  const studentId = await makeBareStudent(at)
  const opener = { studentId, by: 'student', method, callbackUrl: page, cancelUrl: page } as const
  return (await openPayment(at.app, opener)).reference
}

export async function openMany(at: TestApp, count: number): Promise<string[]> {
  const references: string[] = []
  while (references.length < count) references.push(await openOne(at))
  return references
}

export const payInSilence = (at: TestApp, reference: string) => at.provider.pay(reference, { messages: 'never' })

/** Returns how often the provider was asked about a payment. */
export const asked = (at: TestApp, reference: string) =>
  at.provider.calls().filter((call) => call === `GET /transaction/verify/${reference}`).length

/** Advances the clock and runs the job. */
export async function reconcileAfter(at: TestApp, ms: number): Promise<void> {
  at.app.clock.advance(ms)
  await reconcile(at.app)
}
