// Pure decisions about text messages: how many parts a text has, when the day's budget is used up, and which ranges look like fraud.

/** The digits at the end of a number that differ within a range. */
const RANGE_DIGITS = 4

/** Returns the range of a number in E.164: the number without its last four digits. Somebody may rent all numbers of a range. */
export const toRange = (number: string): string => number.slice(0, -RANGE_DIGITS)

/** The characters of GSM-7 (3GPP TS 23.038, table 6.2.1). Those of its extension table take the space of two. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '\f^{}\\[~]|€'

const gsm7Sizes = new Map([
  ...Array.from(BASIC).map((c) => [c, 1] as const),
  ...Array.from(EXTENDED).map((c) => [c, 2] as const),
])

/** Whether a text can be sent in GSM-7, in which a part has 160 characters instead of 70. */
export const isGsm7 = (text: string): boolean => Array.from(text).every((character) => gsm7Sizes.has(character))

/**
 * Returns for how many messages the provider charges (3GPP TS 23.040): one for 160 characters in GSM-7, or 70 in UCS-2. Longer texts
 * are split into parts of 153 or 67, and no character is split.
 */
export function countParts(text: string): number {
  const isShort = isGsm7(text)
  const [whole, part] = isShort ? [160, 153] : [70, 67]
  // An emoji takes two characters of UCS-2.
  const sizes = Array.from(text).map((character) => (isShort ? (gsm7Sizes.get(character) ?? 1) : character.length))
  if (sizes.reduce((sum, size) => sum + size, 0) <= whole) return 1
  let [parts, used] = [1, 0]
  for (const size of sizes) {
    if (used + size > part) [parts, used] = [parts + 1, 0]
    used += size
  }
  return parts
}

/** What people type on computers, as GSM-7 has it. */
const replacements: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '₦': 'N',
  '\u00A0': ' ',
}

/** Returns a text in GSM-7: letters without the marks that GSM-7 does not have, and nothing in place of other characters. */
export function toGsm7(text: string): string {
  return Array.from(text.normalize('NFC'))
    .map((character) => {
      if (gsm7Sizes.has(character)) return character
      const plain = replacements[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '')
      return isGsm7(plain) ? plain : ''
    })
    .join('')
}

/** `low`: four fifths of the day's budget are used. `spent`: nothing more is sent today. */
export type BudgetLevel = 'open' | 'low' | 'spent'

/** Judges how much of the day's budget is used, both in parts. */
export function judgeBudget(parts: number, budget: number): BudgetLevel {
  if (parts >= budget) return 'spent'
  return parts * 5 >= budget * 4 ? 'low' : 'open'
}

/** Returns the level that a message has reached, if it is the first of the day at this level. */
export function findReachedLevel(before: number, after: number, budget: number): 'low' | 'spent' | undefined {
  const level = judgeBudget(after, budget)
  return level === 'open' || level === judgeBudget(before, budget) ? undefined : level
}

/** What became of the codes that went to a range in the last 24 hours. */
export type RangeCounts = { codes: number; used: number; failed: number }

/** From so many codes on, a range is judged. */
const JUDGED_CODES = 10

/**
 * Whether a range gets no more codes: after ten codes in 24 hours, if fewer than a fifth were entered, or most did not arrive. Fraud
 * (SMS pumping) sends many codes to numbers of one range, because it earns money with each message, and nobody enters them.
 */
export function isRangePaused({ codes, used, failed }: RangeCounts): boolean {
  return codes >= JUDGED_CODES && (used * 5 < codes || failed * 2 > codes)
}

/** Mobile numbers in Nigeria. Numbers that begin with 700, 800 or 900 belong to services, and landlines get no text messages. */
const nigerianMobile = /^\+234(?!700|800|900)(?:70|8[01]|9[01])\d{8}$/

/** Whether a number in E.164 can get text messages, as far as we know the numbers of its country. */
export const isMobile = (number: string): boolean => !number.startsWith('+234') || nigerianMobile.test(number)

/** Whether a number in E.164 belongs to a country with one of these calling codes, which may have further digits after them. */
export const isInCountries = (number: string, callingCodes: readonly string[]): boolean =>
  callingCodes.some((code) => number.startsWith(`+${code}`))
