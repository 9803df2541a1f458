import { reference as Reference } from '@baobab/contract/payments.ts'

/** The payment's reference in an address; empty where there is none, or something else stands there (security P-22). */
export function readReference(params: URLSearchParams): string {
  return Reference.safeParse(params.get('reference') ?? params.get('trxref')).data ?? ''
}
