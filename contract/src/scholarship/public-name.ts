// What a winner may be called in public instead of by the username. It says who somebody is and nothing else: no address of a
// site, no number, and nothing that looks like something that it is not.
import { invisible } from '../kernel/clean-text.ts'
import { PUBLIC_NAME_MIN } from './limits.ts'

/** Matches what a name does not have. */
const notOfNames = /[^\p{L}\p{M} '’.,()-]/u

/** Why a name cannot be shown in public. */
export const publicNameFaults = {
  short: `The name must have at least ${PUBLIC_NAME_MIN} letters`,
  character: 'The name can have letters, spaces, hyphens, dots, commas, brackets and apostrophes only',
  scripts: 'Write the name in one alphabet',
  accents: 'The name has a letter with too many accents',
  address: 'The name cannot be the address of a site. Write a space after a dot',
} as const
export type PublicNameFault = keyof typeof publicNameFaults

/** Whether a text looks like the address of a site, or names one as people do to get round a filter. */
function looksLikeAddress(name: string): boolean {
  if (/(^|[^\p{L}\p{M}])(www|https?)($|[^\p{L}\p{M}])/iu.test(name)) return true
  // A known ending after a dot, wherever the spaces are.
  if (/\.\s*(com|net|org|info|ng|africa|xyz|online|site|app|io)($|[^\p{L}\p{M}])/iu.test(name)) return true
  // Only initials are written without a space after the dot, as in "A.B. Bello".
  return [...name.matchAll(/([\p{L}\p{M}]*)\s*\.([\p{L}\p{M}]+)/gu)].some(
    ([, before = '', after = '']) => countLetters(before) !== 1 || countLetters(after) !== 1,
  )
}

const countLetters = (text: string) => Array.from(text.replace(/[^\p{L}]/gu, '')).length

/** Whether a name mixes Latin letters with others, some of which look the same. */
function mixesScripts(name: string): boolean {
  const letters = name.replace(/[^\p{L}]/gu, '')
  const latin = letters.replace(/[^\p{Script=Latin}]/gu, '')
  return latin !== '' && latin !== letters
}

/**
 * Returns why a name cannot be shown in public; undefined if it can. Control characters, marks that change the direction of text
 * and invisible characters are none of those that names have.
 * @param name in NFC, without spaces at its ends; '' is allowed, and means no name
 */
export function findPublicNameFault(name: string): PublicNameFault | undefined {
  if (name === '') return undefined
  // Letters that only look like those of names have another compatible form: wide ones, bold ones, signs for several letters.
  const isPlain = !notOfNames.test(name) && name.replace(invisible, '') === name && name.normalize('NFKC') === name
  if (!isPlain) return 'character'
  if (countLetters(name) < PUBLIC_NAME_MIN) return 'short'
  if (/\p{M}{3}/u.test(name.normalize('NFD'))) return 'accents'
  if (mixesScripts(name)) return 'scripts'
  return looksLikeAddress(name) ? 'address' : undefined
}

/**
 * Returns the usernames that read like a name: without accents and in lower case, with its words put together, or with one of
 * the characters between them that usernames may have.
 */
export function listLikeUsernames(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^\p{L}]+/u).filter((word) => word !== '')
  return [...new Set([plain, ...['', '_', '.', '-'].map((joint) => words.join(joint))])]
}
