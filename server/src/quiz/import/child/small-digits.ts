// Writes superscript and subscript digits as separate characters: 10² is not 102.

/** Marks superscript or subscript text for which no such characters exist. A private character, found in no file. */
export const LOST_POSITION = '\uE0F0'

const plain = '0123456789+-=()ni'
const characters = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ', sub: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎' } as const
export type SmallText = keyof typeof characters

/**
 * Returns superscript or subscript text in the matching characters, and letters like the th in 5th unchanged. Returns undefined
 * if that would change a number: there is no superscript slash.
 */
export function writeSmall(text: string, kind: SmallText): string | undefined {
  const small = Array.from(text.replaceAll('\u2212', '-'), (char) => {
    const at = char === ' ' ? -1 : plain.indexOf(char)
    return char === ' ' ? char : at < 0 ? undefined : Array.from(characters[kind])[at]
  })
  if (!small.includes(undefined)) return small.join('')
  return /\d/.test(text) ? undefined : text
}
