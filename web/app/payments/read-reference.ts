import { referencePattern } from '@baobab/contract/payments/rules.ts'

/** Reads the reference from an address; empty if it is missing or malformed, so that nothing else reaches the server. */
export function readReference(params: URLSearchParams): string {
  const reference = (params.get('reference') ?? params.get('trxref') ?? '').trim()
  return referencePattern.test(reference) ? reference : ''
}
