// Payments over the API, and where an admin finds them.
import { initializePayment, listPayments } from '@baobab/contract/payments.ts'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { makeStudent, type Student } from './people.ts'

/** A test card of the simulated provider that always succeeds. */
export const card = { do: 'card', number: '4084084084084081', expiry: '12/30', cvv: '408' }

export type Paid = { student: Student; reference: string }

/** Opens a payment in the same way as the student's page, and pays it with the plain form of the sandbox's checkout. */
export async function openAndPay(productUrl: string, messages: 'at-once' | 'never'): Promise<Paid> {
  const student = await makeStudent(productUrl)
  const { reference, authorizationUrl } = await student.call(initializePayment, { body: {} })
  const body = new URLSearchParams({ ...card, messages })
  const reply = await fetch(authorizationUrl ?? '', { method: 'POST', body, redirect: 'manual' })
  expect(reply.status).toBe(303)
  return { student, reference }
}

export const isPaid = async ({ student }: Paid) => (await student.call(listPayments, {})).isPaid

/** The rows of the list of payments. */
export const rows = (page: Page) =>
  page.getByRole('region', { name: 'Payments', exact: true }).locator('tbody').getByRole('row')

/** The steps of a payment on its page. */
export const history = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('listitem')
