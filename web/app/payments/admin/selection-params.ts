// The filters of the list of payments in the address.
import { isRealDate, EMAIL_MAX } from '@baobab/contract/accounts/rules.ts'
import type { PaymentSelection } from '@baobab/contract/payments/admin.ts'
import { paymentStates } from '@baobab/contract/payments/endpoints.ts'

const parseDay = (value: string | null) => (value !== null && isRealDate(value) ? value : undefined)

/** Parses the filters. Values that the server would refuse are ignored, because a user can type any address. */
export function parseSelection(params: URLSearchParams): PaymentSelection {
  const state = paymentStates.find((value) => value === params.get('state'))
  const [from, to] = [parseDay(params.get('from')), parseDay(params.get('to'))]
  return {
    search: (params.get('search') ?? '').trim().slice(0, EMAIL_MAX),
    ...(state && { state }),
    ...(params.get('attention') === 'yes' && { attention: 'yes' as const }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** Returns the address of a selection. The page is not part of it, so that a new selection starts on its first page. */
export function toSearchParams(selection: PaymentSelection): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(selection)) if (value) params.set(name, value)
  return params
}

/** Sets one filter; an empty value removes it. */
export function withFilter(selection: PaymentSelection, name: keyof PaymentSelection, value: string): PaymentSelection {
  const params = toSearchParams(selection)
  if (value === '') params.delete(name)
  else params.set(name, value)
  return parseSelection(params)
}
