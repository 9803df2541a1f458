// Codes as people paste them: inside a sentence, with spaces, dashes or line ends, in the digits of any script.

/** Finds a code in a text. Returns it in the form that the server compares; undefined if there is none. */
export type FindCode = (text: string) => string | undefined

/**
 * Separators of a code from the text around it, tried in turn: a code may have nothing between its digits, or spaces and dashes,
 * or also line ends, or anything.
 */
const separators = [/\D+/, /[^\d\t\p{Zs}\p{Cf}\p{Pd}\u2212]+/u, /[^\d\s\p{Cf}\p{Pd}\u2212]+/u, /(?!)/]

/** Finds six digits, such as a code from a mail or an authenticator app. */
export function findDigits(text: string): string | undefined {
  const digits = toAsciiDigits(text)
  for (const separator of separators) {
    const found = digits.split(separator).filter((part) => part.replace(/\D/g, '').length === 6)
    // A date may have six digits too, but not three and three.
    const code = found.find((part) => /^\D*\d{3}\D*\d{3}\D*$/.test(part)) ?? found[0]
    if (code) return code.replace(/\D/g, '')
  }
  return undefined
}

/** Recovery codes have no letters or digits that look alike. */
const recoveryCode = /(?:^|[^a-z\d])([2-9a-hjkmnp-z]{5})[\s\p{Pd}]?([2-9a-hjkmnp-z]{5})(?![a-z\d])/u

/** Finds six digits from an authenticator app, or a recovery code: 'k7m2p-x9q4r'. */
export function findSecondFactorCode(text: string): string | undefined {
  const [, start = '', end = ''] = recoveryCode.exec(toAsciiDigits(text).toLowerCase()) ?? []
  return /[a-z]\d|\d[a-z]/.test(start + end) ? `${start}-${end}` : findDigits(text)
}

/** Finds the setup code that the server prints in its log. */
export function findSetupCode(text: string): string | undefined {
  return /(?:^|[^\w-])([\w-]{20})(?![\w-])/.exec(text)?.[1]
}

/** Converts the digits of every script to 0 to 9. */
export function toAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    let zero = point
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((point - zero) % 10)
  })
}
