import { expect, test } from 'vitest'
import { declarationOf } from '../kernel/declaration.ts'
import { PaymentCheck, verifyPayment } from './endpoints.ts'

const OURS = '817f00c2a4d94be6a1b35c7d9e0f1a2b'
const taken = (reference: string) => PaymentCheck.safeParse({ reference }).data?.reference

test.each([
  OURS,
  `  ${OURS}\n`,
  `Reference: ${OURS}`,
  `Reference:${OURS.toUpperCase()}.`,
  `Your payment “${OURS}”, ₦1,000`,
])('a reference is found in pasted text: %j', (pasted) => expect(taken(pasted)).toBe(OURS))

test('a reference from elsewhere keeps its capital letters', () => {
  expect(taken('ref T-900ABCdef!')).toBe('T-900ABCdef')
})

test.each(['', 'not_ours', '...', 'a'.repeat(65), `${OURS} `.repeat(40)])('no reference is found in %j', (pasted) =>
  expect(taken(pasted)).toBeUndefined(),
)

test('P-22 the page after paying accepts nothing around a reference', () => {
  expect(declarationOf(verifyPayment).body.safeParse({ reference: `Reference: ${OURS}` }).success).toBe(false)
})
