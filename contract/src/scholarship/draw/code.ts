// Apart from the receipts, so that a page that only shows a code does not load what computes hashes.

/** The letter before the hash of a list, of the notices so far, and of the own line in a list. */
export const codeLetters = { list: 'L', notices: 'N', line: 'R' } as const
export type CodeKind = keyof typeof codeLetters

/** Returns a hash as messages show it. @param hash in hex */
export const formatCode = (kind: CodeKind, hash: string): string => `${codeLetters[kind]}-${hash}`
