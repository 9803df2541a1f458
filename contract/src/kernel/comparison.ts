// How texts are compared and found: one rule for options, answers, titles, names and searches, in the browser and on the server.
// Migration 0071 has the same rule as functions of PostgreSQL: change both together.
import { cleanEmail, ignored, normalize } from './text.ts'

const ignoredCharacters = new RegExp(`[${ignored}]+`, 'gu')
/** All Unicode white space, and the Braille blank. */
const spaces = /[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+/g

/** Characters that typing aids insert instead of a plain one that looks the same. */
const lookAlikes: readonly (readonly [alike: RegExp, plain: string])[] = [
  [/[\u0060\u00B4\u02B9\u02BB-\u02BD\u2018-\u201B\u2032\uA78C\uFF07]/g, "'"],
  [/[\u201C-\u201F\u2033\uFF02]/g, '"'],
  [/[\u2010-\u2015\u2043\u2212\uFE58\uFE63\uFF0D]/g, '-'],
  [/\u2026/g, '...'],
  // A sigma at the end of a word.
  [/\u03C2/g, '\u03C3'],
  [spaces, ' '],
]

/**
 * Returns the key for comparing texts. It ignores case, composition, invisible characters, the number of spaces, and the form of
 * quotation marks and dashes.
 */
export function toComparisonKey(value: string): string {
  const key = normalize(value.replace(ignoredCharacters, ''), 'NFD').toLowerCase()
  return lookAlikes.reduce((text, [alike, plain]) => text.replace(alike, plain), key).trim()
}

/** Tone marks, dots below and other marks on Latin, Arabic, N'Ko and Adlam letters. */
const marks =
  // oxlint-disable-next-line no-misleading-character-class -- these are the marks themselves
  /[\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u07EB-\u07F3\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u{1E944}-\u{1E94A}]+/gu
/** Letters with a hook, a bar or a tail, and the plain letters in the same order. Unicode does not treat them as letters with marks. */
const hooked = 'ɓɗɖƙƴŋƭɠɣƥɲɛɔəǝɩıʊʋƒøłđħŧ'
const plain = 'bddkyntggpneoeeiiuvfoldht'
const hookedLetter = new RegExp(`[${hooked}]`, 'g')

/**
 * Returns the key for searching titles and names, as typed by people without keys for tone marks, dots below and hooked letters.
 * 'Ìjàpá' and 'ijapa' have the same key, and so do 'Ɗanladi' and 'danladi'.
 */
export function toSearchKey(value: string): string {
  return toComparisonKey(value)
    .replace(marks, '')
    .replace(hookedLetter, (letter) => plain.charAt(hooked.indexOf(letter)))
}

/**
 * Returns the search keys of the words of a search, each of which must be found. An apostrophe in front of a word is left out:
 * 'yar is another spelling of ƴar.
 */
export function toSearchWords(search: string): string[] {
  const words = toSearchKey(search.includes('@') ? cleanEmail(search) : search).split(' ')
  return words.map((word) => word.replace(/^'+(?=.)/, ''))
}

/** Returns a function that tells whether a search key has every word of a search. */
export function createSearch(search: string): (key: string) => boolean {
  const words = toSearchWords(search)
  return (key) => words.every((word) => key.includes(word))
}
