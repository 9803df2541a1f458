// Phone numbers as people type them. The server also knows which lengths a country has (server/src/platform/phone-numbers.ts).

/** What people put between digits: spaces, dashes, brackets, dots, slashes; and what cannot be seen, which is pasted with them. */
const separators = /[\s\p{Z}\p{Cf}\p{Pd}\p{Ps}\p{Pe}\u2212\u00B7\u2022./_~]+/gu

/**
 * Returns the value of a digit of any script. Unicode has ten in a row, sometimes several times. accounts/codes.ts reads digits by
 * itself: sharing this would make each login page load the parts of the dashboard too, 3.6 KB.
 */
function readDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let start = code
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1
  return String((code - start) % 10)
}

/** Returns what somebody dials for a typed number: '+234 (0) 803-123' is '+2340803123'. Keeps everything that is not a separator. */
export function toDialled(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(separators, '')
    .replace(/\p{Nd}/gu, readDigit)
}

/** Whether a text may be a phone number: ten to fifteen digits that are not all the same, with or without a plus in front. */
export function isLikePhoneNumber(typed: string): boolean {
  return /^\+?(?!(\d)\1*$)\d{10,15}$/.test(toDialled(typed))
}
