import { reference as Reference } from '@baobab/contract/payments-forms.ts'

/** Reads the reference from an address; empty if it is missing or malformed, so that nothing else reaches the server. */
export function readReference(params: URLSearchParams): string {
  return Reference.safeParse(params.get('reference') ?? params.get('trxref')).data ?? ''
}
