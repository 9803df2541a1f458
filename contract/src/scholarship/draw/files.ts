// The shapes of the published files of a draw, which anybody may save and check without us.
import * as z from 'zod/mini'
import { ageCategories, STUDENT_USERNAME_MAX, adminRoles } from '../../accounts/rules.ts'
import { disqualificationReasons, entrantChanges, replacementReasons, type Protocol } from './list.ts'
import { hashText } from './rules.ts'
import { LEADERBOARD_SIZE } from '../../leaderboard/endpoints.ts'
import { WITNESS_NAME_MAX } from '../rules.ts'

/** A time stamp as its authority sent it, under the name that it was saved by. */
export type SavedStamp = { name: string; bytes: Uint8Array }

/** What a time stamp is of: the list, or the notices up to the one with this number, from 0. */
export type Stamped = { file: string; last: number | undefined; authority: string }

const pattern =
  /((?:list|notices)(?:-v\d{1,2})?(?:-(\d{1,4}))?\.(?:txt|json))\.([a-z0-9.-]{1,253}?)(?: ?\(\d+\))?\.tsr$/

/** Reads the name of a saved time stamp, such as `list.txt.timestamp.example.tsr`. @returns undefined for another name */
export function parseStampName(name: string): Stamped | undefined {
  const [, file, last, authority] = pattern.exec(name) ?? []
  if (file === undefined || authority === undefined || file.startsWith('list') !== (last === undefined))
    return undefined
  return { file, last: last === undefined ? undefined : Number(last), authority }
}

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const hex = z.string().check(z.regex(/^([0-9a-f]{2})*$/), z.maxLength(400))
const integer = (min: number, max: number) => z.number().check(z.int(), z.minimum(min), z.maximum(max))
const index = integer(0, 9_999)
/** 0 for the draw itself, 1 for the first repetition after a disqualification, and so on. */
const attempt = integer(0, 9)
const count = integer(0, 999_999_999)
const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
const instant = z.iso.datetime({ offset: true })
const round = integer(1, 999_999_999_999)

/** `chain.json`, in the form in which drand's relays describe a chain at `/{chain}/info`. */
export const ChainFile = z.object({
  hash,
  public_key: hex,
  period: integer(1, 3_600),
  genesis_time: integer(1, 99_999_999_999),
  groupHash: hash,
  schemeID: z.enum(['bls-unchained-g1-rfc9380', 'pedersen-bls-chained']),
  metadata: z.object({ beaconID: z.string().check(z.maxLength(60)) }),
})
export type ChainFile = z.infer<typeof ChainFile>

/** A round, in the form in which drand's relays return it at `/{chain}/public/{round}`. */
export const BeaconFile = z.object({
  round,
  signature: hex,
  randomness: hash,
  previous_signature: z.optional(hex),
})
export type BeaconFile = z.infer<typeof BeaconFile>

/** `beacon.json`: one round, or one for each attempt that was decided by one, in order. Attempts of witnesses have none. */
export const BeaconsFile = z.union([
  z.pipe(
    BeaconFile,
    z.transform((one: BeaconFile) => [one]),
  ),
  z.array(BeaconFile).check(z.maxLength(9)),
])

/** One of the people who draw together, with the commitment to their secret number. */
export const Witness = z.object({
  /** A position, such as head teacher; names no person. */
  name: z.string().check(z.minLength(1), z.maxLength(WITNESS_NAME_MAX)),
  commitment: hash,
})
export type Witness = z.infer<typeof Witness>

/** A position among the witnesses, from 0. */
const position = integer(0, 9)

const admins = integer(1, 2)

/** Who decided: how many admins, and who could not take part any more. */
const decided = {
  /** One only if no second one had the right, or those who are missing had lost it for seven days. */
  admins: z.optional(admins),
  /** Admins who had the right when the list was frozen, and lost it then. */
  missing: z.optional(z.array(z.object({ role: z.enum(adminRoles), since: instant })).check(z.maxLength(100))),
}

/** What was published about a draw after its list. */
export const DrawNotice = z.discriminatedUnion('kind', [
  /**
   * Entries that cannot win, when the list was frozen or an hour before the round. They are struck out of this attempt and later
   * ones. With a nonce it opens the seal that was published in its place before the round.
   */
  z.object({
    kind: z.literal('struck'),
    at: instant,
    attempt,
    indexes: z.array(index).check(z.maxLength(2_000)),
    nonce: z.optional(hash),
  }),
  /** The hash of who is struck out of a short list: the numbers would tell too much about few people before the round. */
  z.object({ kind: z.literal('sealed'), at: instant, attempt, seal: hash }),
  /** The entrant who was drawn does not get the prize, which begins this attempt. */
  z.object({
    kind: z.literal('disqualified'),
    at: instant,
    attempt: integer(1, 9),
    index,
    /** Not since protocol 2, in which everybody knows by then who was drawn. */
    reason: z.optional(z.enum(disqualificationReasons)),
    ...decided,
    admins,
  }),
  /** The chain of the list has not answered for seven days: a round of the next chain of the rules decides too. */
  z.object({ kind: z.literal('fallback'), at: instant, attempt, chain: hash, round }),
  /** A later list replaced this one, which is not drawn; `list` is the hash of the later one. */
  z.object({
    kind: z.literal('voided'),
    at: instant,
    attempt: z.literal(0),
    reason: z.enum(replacementReasons),
    list: hash,
    ...decided,
  }),
  /** No chain has answered: these witnesses draw, three to nine others and in the end ourselves. */
  z.object({
    kind: z.literal('witnesses'),
    at: instant,
    attempt,
    witnesses: z.array(Witness).check(z.minLength(4), z.maxLength(10)),
    ...decided,
  }),
  /** Admins changed whether an entrant can win, while the draw was open. */
  z.object({
    kind: z.literal('changed'),
    at: instant,
    attempt,
    index,
    /** Not of a winner whose line was opened: everybody knows the student. */
    change: z.optional(z.enum(entrantChanges)),
    ...decided,
    admins,
  }),
  /** The secret number of a witness, which matches the commitment. */
  z.object({ kind: z.literal('revealed'), at: instant, attempt, position, secret: hash }),
  /** A witness did not reveal the secret number, which ends this draw by witnesses: others take their place. */
  z.object({ kind: z.literal('refused'), at: instant, attempt, position }),
])
export type DrawNotice = z.infer<typeof DrawNotice>

/** `notices.json`, oldest first. */
export const NoticesFile = z.array(DrawNotice).check(z.maxLength(9_999))

/** Returns a value of JSON with the keys of all objects in order, as RFC 8785 (JCS) wants them. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, sortKeys(one)])
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Returns the one text of the notices so far, whose hash entrants are told. Since protocol 2 it is in the canonical form of RFC 8785,
 * which any language can make: numbers and strings are written as JavaScript writes them.
 */
export function formatNotices(protocol: Protocol, notices: readonly DrawNotice[]): string {
  // Parsing gives the values of each notice one order, and leaves out what is not published.
  const parsed = NoticesFile.parse(notices)
  return protocol === 1 ? `${JSON.stringify(parsed, null, 2)}\n` : JSON.stringify(sortKeys(parsed))
}

/** Returns the SHA-256 of the notices so far, in hex. */
export function hashNotices(protocol: Protocol, notices: readonly DrawNotice[]): string {
  return hashText(formatNotices(protocol, notices))
}

/** What came of a claim of a student to be missing from the list: the list was published again with the student, or not. */
export const listClaimAnswers = ['accepted', 'refused'] as const
export type ListClaimAnswer = (typeof listClaimAnswers)[number]

/** `claims.json`: who said to be missing from the list, without names and words, oldest first. No answer: null. */
export const ClaimsFile = z.array(
  z.object({ at: instant, answer: z.nullable(z.enum(listClaimAnswers)), answeredAt: z.nullable(instant) }),
)
export type ClaimsFile = z.infer<typeof ClaimsFile>

/** `commit.json`: what was published when the list was frozen. */
export const CommitFile = z.object({
  month: month,
  list: hash,
  round,
  entrants: integer(0, 10_000),
  publishedAt: instant,
  /** The hash of the list that this one replaces. */
  replaces: z.optional(hash),
  /** Since protocol 2: what the leaderboards showed at the close. */
  boards: z.optional(
    z.record(
      z.enum(ageCategories),
      z.object({
        /** How many students. Its file has as many rows, and the size of a leaderboard at most. */
        shown: integer(0, 999_999_999),
        /** The last row of the file and the one after it, so that the cut can be disputed. */
        cut: z.array(z.object({ place: count, points: count, reachedAt: z.nullable(instant) })).check(z.maxLength(2)),
      }),
    ),
  ),
})
export type CommitFile = z.infer<typeof CommitFile>

/**
 * Where a draw is: `drawn` has a winner; `open` waits for a round, be it because a winner was disqualified; `none` is over
 * without a winner, because all entrants are struck out or the attempts are used up; `void` has a later list, which is
 * drawn instead.
 */
export const drawOutcomes = ['drawn', 'open', 'none', 'void'] as const
export type DrawOutcome = (typeof drawOutcomes)[number]

/** `result.json`: what the last round gave. `index` and `leaf` are null unless there is a winner now. */
export const ResultFile = z.object({
  month: month,
  list: hash,
  attempt,
  seed: hash,
  outcome: z.enum(drawOutcomes),
  index: z.nullable(index),
  leaf: z.nullable(hash),
})
export type ResultFile = z.infer<typeof ResultFile>

/**
 * `opening.json`, since protocol 2: what the line of the winner is computed from, so that anybody finds its row on the leaderboard.
 * It is gone once the account is erased or the winner is disqualified.
 */
export const OpeningFile = z.object({
  index,
  category: z.enum(ageCategories),
  place: integer(1, LEADERBOARD_SIZE),
  points: count,
  username: z.string().check(z.minLength(1), z.maxLength(STUDENT_USERNAME_MAX)),
  nonce: hash,
})
export type OpeningFile = z.infer<typeof OpeningFile>
