// Writes raised and lowered digits as characters of their own: 10² is not 102.

/** Marks a raised or lowered text that has no characters of its own. A private character, which no file has. */
export const LOST_POSITION = '\uE0F0'

const plain = '0123456789+-=()ni'
const characters = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ', sub: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎' } as const
export type SmallText = keyof typeof characters

/**
 * Returns a raised or lowered text in characters of their own, and letters like the th of 5th as they are. Returns
 * undefined if that would change a number: there is no raised slash.
 */
export function writeSmall(text: string, kind: SmallText): string | undefined {
  const small = Array.from(text.replaceAll('\u2212', '-'), (char) => {
    const at = char === ' ' ? -1 : plain.indexOf(char)
    return char === ' ' ? char : at < 0 ? undefined : Array.from(characters[kind])[at]
  })
  if (!small.includes(undefined)) return small.join('')
  return /\d/.test(text) ? undefined : text
}
