// Where the checkout redirects the payer: back to the product, to the URLs that the product provided.
import { isRecord, readJson } from '../json.ts'
import { isWebAddress } from './parse-order.ts'
import type { Transaction } from './transaction.ts'

/** Returns the callback URL with the reference appended under both of its names. Null if there is none. */
export function callbackOf({ callbackUrl, reference }: Transaction): string | null {
  if (callbackUrl === null) return null
  const [address = '', ...anchor] = callbackUrl.split('#')
  // Appended as text, so that the existing query is not changed.
  const query = new URLSearchParams({ trxref: reference, reference }).toString()
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return [address + joint + query, ...anchor].join('#')
}

/** Returns where a payer who cancels is redirected: `metadata.cancel_action`, otherwise the callback. */
export function cancelOf(transaction: Transaction): string | null {
  const { metadata } = transaction
  const given = typeof metadata === 'string' ? readJson(metadata) : metadata
  const action = isRecord(given) ? given['cancel_action'] : undefined
  return isWebAddress(action) ? action : callbackOf(transaction)
}
