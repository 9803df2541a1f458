// Decisions about notices that need no world.

/** Failures before any mail was spoken of: no name for the server, no login, no encryption. */
const BEFORE_MAIL = new Set<unknown>(['EDNS', 'EAUTH', 'ETLS'])
const NOBODY_ANSWERED = new Set<unknown>(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT'])

/**
 * Whether a mail that failed was surely not delivered and may be later: nothing was sent yet, or the server said 'not
 * now'. A final no (5xx) stays one, and where the connection broke on the way it may have arrived.
 * @param error what the SMTP client threw
 */
export function canRetryMail(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const said = (name: string): unknown => Reflect.get(error, name)
  if (said('syscall') === 'connect' || BEFORE_MAIL.has(said('code')) || NOBODY_ANSWERED.has(said('timeoutType')))
    return true
  const status = said('responseCode')
  return typeof status === 'number' && status >= 400 && status < 500
}
