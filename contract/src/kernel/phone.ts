// Phone numbers as people type them. The server also knows the lengths that a country allows
// (server/src/platform/phone-numbers.ts).

/** What people type between digits (spaces, dashes, brackets, punctuation), and invisible characters that are pasted along. */
const separators =
  /[\s\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u2212\u00B7\u2022.,:;'"/|_~]+/gu

/**
 * Returns the value of a digit in any script. Unicode has digits in runs of ten, sometimes several in a row. accounts/codes.ts has
 * its own copy: sharing this one would make each login page load 3.6 KB of the dashboard too.
 */
function readDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let start = code
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1
  return String((code - start) % 10)
}

/**
 * Returns what somebody dials for a typed number: 'tel:+234 (0) 803-123' is '+234803123'. A 0 in brackets is dialled only within
 * the country. Keeps everything that is not a separator.
 */
export function toDialled(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, readDigit)
    .replace(/^[^\p{L}\p{N}+]*tel(?!\p{L})|\(\s*0\s*\)/giu, '')
    .replace(separators, '')
}

/** Whether a text may be a phone number: ten to fifteen digits that are not all the same, with or without a leading plus. */
export function isLikePhoneNumber(typed: string): boolean {
  return /^\+?(?!(\d)\1*$)\d{10,15}$/.test(toDialled(typed))
}
