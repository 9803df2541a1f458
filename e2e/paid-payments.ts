// Students with a paid payment.
import { initializePayment, listPayments } from '@baobab/contract/payments/endpoints.ts'
import { expect } from './fixtures.ts'
import { makeStudent, type Student } from './people.ts'

/** A test card of the simulated provider that always succeeds. */
const card = { do: 'card', number: '4084084084084081', expiry: '12/30', cvv: '408' }

export type Paid = { student: Student; reference: string }

/** Opens a payment like the student's page does, and pays it with the plain form of the sandbox's checkout. */
export async function openAndPay(productUrl: string, messages: 'at-once' | 'never'): Promise<Paid> {
  const student = await makeStudent(productUrl)
  const { reference, authorizationUrl } = await student.call(initializePayment, { body: {} })
  const body = new URLSearchParams({ ...card, messages })
  const reply = await fetch(authorizationUrl ?? '', { method: 'POST', body, redirect: 'manual' })
  expect(reply.status).toBe(303)
  return { student, reference }
}

/** Whether the student has access. */
export const isPaid = async ({ student }: Paid) => (await student.call(listPayments, {})).isPaid
