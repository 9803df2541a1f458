// Searching without case, accents and tone marks: people on cheap phones type 'ijapa' for 'Ìjàpá'.

/** Letters with a hook are letters of their own in Unicode, so that removing marks does not change them. */
const plainLetters: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }

/** Returns a text for comparison: in lower case, without accents, tone marks, dots and hooks. */
export function toSearchKey(value: string): string {
  return value
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => plainLetters[letter] ?? letter)
}

/** Returns a function that tells whether a text contains every word of a search. The text is a search key. */
export function createSearch(search: string): (key: string) => boolean {
  const words = toSearchKey(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  return (key) => words.every((word) => key.includes(word))
}
