// Sentences that belong to no single feature, and functions that clean texts.
import type { z } from 'zod'

/** Statuses and messages by code. A reply may have a more specific message, but always the status given here. */
export type ErrorCodes = Readonly<Record<string, { status: number; message: string }>>

export const commonText = {
  somethingWentWrong: 'Something went wrong! Please try again.',
  tooManyRequests: 'Too many tries. Please wait a little and try again.',
  allFieldsRequired: 'All fields are required!',
  checkInput: 'Please check what you entered.',
  fieldNotExpected: 'This field is not expected.',
  notFound: 'We could not find that.',
  forbidden: 'You do not have permission to do this.',
  unauthorised: 'Unauthorized access. Please log in.',
  authenticationRequired: 'Authentication required.',
  tokenMissing: 'Authentication token is missing. Please log in.',
  notLoggedIn: 'You are not logged in.',
  mustBeLoggedInToAnswer: 'You must be logged in to submit an answer.',
  sessionEnded: 'Unauthorized. Please log in.',
  usernameMissing: 'Username is not available. Redirecting to login...',
  unauthorisedRedirecting: 'Unauthorized. Redirecting...',
  offline: 'No connection. Check your network, then try again. Nothing you did is lost.',
  networkSilent: 'The network is not responding. Please try again.',
  tooLarge: 'That is too large to send.',
  loggedOut: 'Logout Successful',
} as const

/** Sentences for a demonstration, whose students, payments and draws are made up. */
export const demonstrationText = {
  /** Shown at the top of every page. */
  mark: 'Demonstration: made-up people and payments.',
  making: 'Making a demonstration world...',
} as const

// The sentences that replace zod's own wherever a schema has none. Server and browser set them as zod's `customError`.

type Issue = z.core.$ZodRawIssue

/** Returns the sentence for a schema issue: 'Username is required', 'Limit cannot be more than 100'. */
export function describeIssue(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return commonText.fieldNotExpected
  const name = nameField(issue.path)
  if (name === undefined) return commonText.checkInput
  if (isMissing(issue)) return `${name} is required`
  if (issue.code === 'too_small') return `${name} ${describeLimit(issue.origin, Number(issue.minimum), 'at least')}`
  if (issue.code === 'too_big') return `${name} ${describeLimit(issue.origin, Number(issue.maximum), 'at most')}`
  return `Please check this field: ${name}.`
}

function isMissing({ code, input, ...issue }: Issue): boolean {
  if (input === undefined || input === null) return true
  return code === 'too_small' && input === '' && issue['minimum'] === 1
}

function describeLimit(origin: string, limit: number, bound: 'at least' | 'at most'): string {
  if (origin === 'string') return `must have ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${limit} ${limit === 1 ? 'item' : 'items'}`
  return `must be ${bound} ${limit}`
}

/** Returns the name of a field in words: 'guardianEmail' becomes 'Guardian email'. Undefined for the input as a whole. */
function nameField(path: Issue['path']): string | undefined {
  const field = path?.findLast((part) => typeof part === 'string')
  if (field === undefined) return undefined
  const words = field
    .replace(/^_+/, '')
    .replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

// Cleans texts before they are checked and compared. Uses no schemas, so that light pages can load it.

/** Matches a letter with more marks than any language uses. Normalizing takes time quadratic in the number of marks. */
const tooManyMarks = /(?:^|\P{M})\p{M}{64}/u

/** Returns text in a Unicode normal form, or unchanged if a letter has too many marks. */
export function normalize(value: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  return tooManyMarks.test(value) ? value : value.normalize(form)
}

/** Returns text in NFC, trimmed. */
export function normalizeText(value: string): string {
  return normalize(value, 'NFC').trim()
}

/**
 * Returns the stored key of a title or a question: in NFC, trimmed, in lower case. Unique indexes contain it, and earlier releases
 * find texts by it. Whether two texts are equal depends on their comparison keys (comparison.ts), not on their stored keys.
 */
export function toStoredKey(value: string): string {
  return normalizeText(value).toLowerCase()
}

/** Matches direction marks, which can make the text around a name read backwards. */
const directionMark = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
/**
 * Invisible characters that do not make two texts different: soft hyphens, zero-width characters, direction marks,
 * fillers and variation selectors. Migration 0071 has the same list.
 */
export const ignored = String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{E0100}-\u{E01EF}`
/** All invisible characters: also the Braille blank, format characters of music and shorthand, and tags (used by flags). */
const unseen = String.raw`${ignored}\u2800\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D159}\u{1D173}-\u{1D17A}\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}`
export const invisible = new RegExp(`[${unseen}]`, 'gu')

/**
 * Returns normalized text without direction marks, or '' if none of it is visible. Other invisible characters stay, because scripts
 * and emoji need them.
 */
export function cleanText(value: string): string {
  const text = normalizeText(value.replace(directionMark, ''))
  return text.replace(invisible, '').trim() === '' ? '' : text
}

/** Matches everything invisible in an address: these characters, other format characters, and all but ordinary spaces. */
const unseenInAddress = new RegExp(String.raw`(?! )[\p{Zs}\p{Cf}${unseen}]`, 'gu')

/** Returns an email address without what is often copied with it: invisible characters and 'mailto:'. */
export function cleanEmail(value: string): string {
  const text = normalize(value.replace(unseenInAddress, ''), 'NFKC').trim()
  return text.replace(/^mailto:([^?]*).*/is, '$1').trim()
}

/** Whether two addresses are the same, ignoring case and anything copied along with them. */
export function isSameEmail(one: string, other: string): boolean {
  return cleanEmail(one).toLowerCase() === cleanEmail(other).toLowerCase()
}

/** Cleans text and turns every line break into '\n', because multipart forms send '\r\n'. */
export function cleanLines(value: string): string {
  return cleanText(value.replace(/\r\n?/g, '\n'))
}
