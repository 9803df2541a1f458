// When an answer was tapped, by the phone's clock. It is sent in a header, because earlier releases refuse unknown body fields.

/** The header of `answerQuestion` that says when the answer was tapped. Only support reads it; it never affects the score. */
export const TAP_HEADER = 'x-answer-tapped'

/** The longest that an answer can wait, during maintenance that gives time back. Longer means that the clock was changed. */
const LONGEST_WAIT_MS = 86_400_000
/** The end of 9999. */
const LAST_MS = 253_402_300_799_999

/**
 * Writes the header.
 * @param tap when the answer was tapped and when this request is sent, both by the phone's clock in milliseconds
 */
export const formatTap = ({ tappedAt, sentAt }: { tappedAt: number; sentAt: number }): string => `${tappedAt} ${sentAt}`

/** `tappedAt`: by the phone's clock, which may be wrong. `waitedMs`: how long the answer waited on the phone before it was sent. */
export type Tap = { tappedAt: Date; waitedMs: number }

/**
 * Reads the header. Returns undefined if it is missing or makes no sense: a child must not lose an answer because of a
 * phone's clock, or because of a value that only support reads.
 */
export function parseTap(header: unknown): Tap | undefined {
  const [, tapped = '', sent = ''] = (typeof header === 'string' && /^(\d{1,15}) (\d{1,15})$/.exec(header)) || []
  const [tappedMs, waitedMs] = [Number(tapped), Number(sent) - Number(tapped)]
  if (tapped === '' || waitedMs < 0 || waitedMs > LONGEST_WAIT_MS || tappedMs > LAST_MS) return undefined
  return { tappedAt: new Date(tappedMs), waitedMs }
}
