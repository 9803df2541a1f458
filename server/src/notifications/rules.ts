/** Codes of failures before transmission: the server's address was not found, or login or encryption failed. */
const CODES_BEFORE_TRANSMISSION = new Set<unknown>(['EDNS', 'EAUTH', 'ETLS'])
const TIMEOUTS_BEFORE_TRANSMISSION = new Set<unknown>(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT'])

/**
 * Returns whether a failed mail was certainly not delivered and may be sent again: nothing was transmitted yet, or the server
 * refused it temporarily (4xx). A permanent refusal (5xx) is final, and after a broken connection the mail may have arrived.
 * @param error the error that the SMTP client threw
 */
export function canRetryMail(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const read = (property: string): unknown => Reflect.get(error, property)
  if (read('syscall') === 'connect') return true
  if (CODES_BEFORE_TRANSMISSION.has(read('code')) || TIMEOUTS_BEFORE_TRANSMISSION.has(read('timeoutType'))) return true
  const status = read('responseCode')
  return typeof status === 'number' && status >= 400 && status < 500
}
