// Where a payer is led to from the checkout: back into the product, by addresses that the product has given.
import { isRecord, readJson } from './json.ts'
import { isWebAddress } from './order.ts'
import type { Transaction } from './transaction.ts'

/** The callback with the reference appended under both of its names; null where none was given. */
export function callbackOf({ callbackUrl, reference }: Transaction): string | null {
  if (callbackUrl === null) return null
  const [address = '', ...anchor] = callbackUrl.split('#')
  // By hand: the query that is there stays as it was written.
  const query = new URLSearchParams({ trxref: reference, reference }).toString()
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return [address + joint + query, ...anchor].join('#')
}

/** Where whoever gives up is led: `metadata.cancel_action`, else the callback. */
export function cancelOf(transaction: Transaction): string | null {
  const { metadata } = transaction
  const given = typeof metadata === 'string' ? readJson(metadata) : metadata
  const action = isRecord(given) ? given['cancel_action'] : undefined
  return isWebAddress(action) ? action : callbackOf(transaction)
}
