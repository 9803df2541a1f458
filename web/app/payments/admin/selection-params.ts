// What the address says about the table of payments: which ones.
import { isRealDate } from '@baobab/contract/age.ts'
import { EMAIL_MAX } from '@baobab/contract/limits.ts'
import type { PaymentSelection } from '@baobab/contract/payments-admin.ts'
import { paymentStates } from '@baobab/contract/payments.ts'

const dayOf = (said: string | null) => (said !== null && isRealDate(said) ? said : undefined)

/** An address may say anything: what the server would refuse is left out. */
export function parseSelection(params: URLSearchParams): PaymentSelection {
  const state = paymentStates.find((word) => word === params.get('state'))
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))]
  return {
    search: (params.get('search') ?? '').trim().slice(0, EMAIL_MAX),
    ...(state && { state }),
    ...(params.get('attention') === 'yes' && { attention: 'yes' as const }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** The address of a view; a new view begins with its first page. */
export function toSearchParams(view: PaymentSelection): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) if (value) params.set(name, value)
  return params
}

/** The view with one filter set, or taken away by ''. */
export function withFilter(view: PaymentSelection, name: keyof PaymentSelection, value: string): PaymentSelection {
  const params = toSearchParams(view)
  if (value === '') params.delete(name)
  else params.set(name, value)
  return parseSelection(params)
}
