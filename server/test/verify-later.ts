// Verifies payments as pages do, with a provider that may be unavailable.
import type { MadeStudent } from './factories.ts'
import type { TestApp } from './harness.ts'
import { paymentCalls } from './payments.ts'
import { waitFor } from './wait-for.ts'

/** Advances the clock past the two seconds during which an answer is shared. */
export const outliveAnswer = (t: TestApp) => t.app.clock.advance(2_000)

export function verifyLater(t: TestApp, student: MadeStudent, reference: string) {
  outliveAnswer(t)
  return paymentCalls(t).verify(student, reference)
}

/** Returns the HTTP status of a verification, which the typed call does not return. */
export async function statusOfVerify(t: TestApp, student: MadeStudent, reference: string): Promise<number> {
  outliveAnswer(t)
  const reply = await t.http.inject({
    method: 'POST',
    url: '/api/payments/verify',
    headers: { authorization: `Bearer ${student.token}` },
    payload: { reference },
  })
  return reply.statusCode
}

/** Undoes what a test changed about the time and the provider. */
export async function restoreProvider(t: TestApp): Promise<void> {
  t.app.clock.set(new Date())
  t.provider.fault(undefined)
  // After several failures the client fails immediately for a few seconds, which would affect the next test.
  await waitFor(() => t.app.paystack.verify('nobody-knows'), { interval: 200 })
}
