// The formats of a draw's published files, which anybody can save and check without us.
import * as z from 'zod/mini'
import { ageCategories, STUDENT_USERNAME_MAX, adminRoles } from '../../accounts/rules.ts'
import { disqualificationReasons, entrantChanges, replacementReasons, type Protocol } from './list.ts'
import { hashText } from './rules.ts'
import { LEADERBOARD_SIZE } from '../../leaderboard/endpoints.ts'
import { WITNESS_NAME_MAX } from '../rules.ts'

/** A time stamp as its authority sent it, with the name of the file it was saved in. */
export type SavedStamp = { name: string; bytes: Uint8Array }

/** What a time stamp covers: the list, or the notices up to and including number `last`, counted from 0. */
export type Stamped = { file: string; last: number | undefined; authority: string }

const pattern =
  /((?:list|notices)(?:-v\d{1,2})?(?:-(\d{1,4}))?\.(?:txt|json))\.([a-z0-9.-]{1,253}?)(?: ?\(\d+\))?\.tsr$/

/** Parses the name of a saved time stamp, such as `list.txt.timestamp.example.tsr`. @returns undefined for any other name */
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

/** `chain.json`, in the format in which drand's relays describe a chain at `/{chain}/info`. */
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

/** A round, in the format in which drand's relays return it at `/{chain}/public/{round}`. */
export const BeaconFile = z.object({
  round,
  signature: hex,
  randomness: hash,
  previous_signature: z.optional(hex),
})
export type BeaconFile = z.infer<typeof BeaconFile>

/** `beacon.json`: a single round, or one for each attempt that a round decided, in order. Witness attempts have none. */
export const BeaconsFile = z.union([
  z.pipe(
    BeaconFile,
    z.transform((one: BeaconFile) => [one]),
  ),
  z.array(BeaconFile).check(z.maxLength(9)),
])

/** One of the people who draw together, with the commitment to a secret number. */
export const Witness = z.object({
  /** A role, such as head teacher; never a person's name. */
  name: z.string().check(z.minLength(1), z.maxLength(WITNESS_NAME_MAX)),
  commitment: hash,
})
export type Witness = z.infer<typeof Witness>

/** The witness's index, from 0. */
const position = integer(0, 9)

const admins = integer(1, 2)

/** Who decided: how many admins agreed, and which admins could no longer take part. */
const decided = {
  /** 1 only if no second admin had the right, or if those who had it lost it at least seven days ago. */
  admins: z.optional(admins),
  /** Admins who had the right when the list was frozen and have lost it since. */
  missing: z.optional(z.array(z.object({ role: z.enum(adminRoles), since: instant })).check(z.maxLength(100))),
}

/** A notice about a draw that was published after its list. */
export const DrawNotice = z.discriminatedUnion('kind', [
  /**
   * Entries that cannot win, published with the list or an hour before the round. They are struck out of this attempt and later
   * ones. With a nonce, the notice opens the seal that replaced it before the round.
   */
  z.object({
    kind: z.literal('struck'),
    at: instant,
    attempt,
    indexes: z.array(index).check(z.maxLength(2_000)),
    nonce: z.optional(hash),
  }),
  /**
   * The hash of the struck-out numbers of a short list. With few entrants, the numbers themselves would reveal too much before the
   * round.
   */
  z.object({ kind: z.literal('sealed'), at: instant, attempt, seal: hash }),
  /** The entrant who was drawn does not get the prize. This notice starts a new attempt. */
  z.object({
    kind: z.literal('disqualified'),
    at: instant,
    attempt: integer(1, 9),
    index,
    /** Left out since protocol 2, where everybody already knows who was drawn. */
    reason: z.optional(z.enum(disqualificationReasons)),
    ...decided,
    admins,
  }),
  /** The list's chain has been silent for seven days, so a round of the next chain in the rules can decide too. */
  z.object({ kind: z.literal('fallback'), at: instant, attempt, chain: hash, round }),
  /** A later list replaced this one, which is not drawn; `list` is the hash of the later list. */
  z.object({
    kind: z.literal('voided'),
    at: instant,
    attempt: z.literal(0),
    reason: z.enum(replacementReasons),
    list: hash,
    ...decided,
  }),
  /** No chain answered, so these witnesses draw: three to nine others, and Baobab last. */
  z.object({
    kind: z.literal('witnesses'),
    at: instant,
    attempt,
    witnesses: z.array(Witness).check(z.minLength(4), z.maxLength(10)),
    ...decided,
  }),
  /** Admins changed whether an entrant can win while the draw was open. */
  z.object({
    kind: z.literal('changed'),
    at: instant,
    attempt,
    index,
    /** Left out for a winner whose line was opened, because everybody knows the student. */
    change: z.optional(z.enum(entrantChanges)),
    ...decided,
    admins,
  }),
  /** A witness's secret number, which must match the commitment. */
  z.object({ kind: z.literal('revealed'), at: instant, attempt, position, secret: hash }),
  /** A witness did not reveal the secret number. This ends the draw by these witnesses, and others replace them. */
  z.object({ kind: z.literal('refused'), at: instant, attempt, position }),
])
export type DrawNotice = z.infer<typeof DrawNotice>

/** `notices.json`, oldest first. */
export const NoticesFile = z.array(DrawNotice).check(z.maxLength(9_999))

/** Returns a JSON value with the keys of all objects sorted, as RFC 8785 (JCS) requires. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, sortKeys(one)])
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Returns the only valid text of the notices so far, whose hash entrants are told. Since protocol 2 it is the canonical form of
 * RFC 8785, which any language can produce: numbers and strings are written as in JavaScript.
 */
export function formatNotices(protocol: Protocol, notices: readonly DrawNotice[]): string {
  // Parsing puts the values of each notice into a fixed order and drops unpublished ones.
  const parsed = NoticesFile.parse(notices)
  return protocol === 1 ? `${JSON.stringify(parsed, null, 2)}\n` : JSON.stringify(sortKeys(parsed))
}

/** Returns the SHA-256 of the notices so far, in hex. */
export function hashNotices(protocol: Protocol, notices: readonly DrawNotice[]): string {
  return hashText(formatNotices(protocol, notices))
}

/** The result of a student's claim to be missing from the list: it was published again with the student, or not. */
export const listClaimAnswers = ['accepted', 'refused'] as const
export type ListClaimAnswer = (typeof listClaimAnswers)[number]

/**
 * `claims.json`: one row for each student who reported being missing from the list, without names or texts, oldest first. `answer`
 * is null until it is answered.
 */
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
  /** The hash of the list that this list replaces. */
  replaces: z.optional(hash),
  /** What the leaderboards showed at the close; since protocol 2. */
  boards: z.optional(
    z.record(
      z.enum(ageCategories),
      z.object({
        /** The number of students shown. The leaderboard's file has as many rows, up to the maximum size of a leaderboard. */
        shown: integer(0, 999_999_999),
        /** The last row in the file and the first one below it, so that students can dispute the cut. */
        cut: z.array(z.object({ place: count, points: count, reachedAt: z.nullable(instant) })).check(z.maxLength(2)),
      }),
    ),
  ),
})
export type CommitFile = z.infer<typeof CommitFile>

/**
 * The state of a draw. `drawn`: it has a winner. `open`: it waits for a round, perhaps because a winner was disqualified. `none`:
 * it ended without a winner, because all entrants are struck out or the attempts are used up. `void`: a later list is drawn
 * instead.
 */
export const drawOutcomes = ['drawn', 'open', 'none', 'void'] as const
export type DrawOutcome = (typeof drawOutcomes)[number]

/** `result.json`: the result of the last round. `index` and `leaf` are null if there is currently no winner. */
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
 * `opening.json`, since protocol 2: the values behind the winner's line, with which anybody can find its row on the leaderboard.
 * Removed once the account is erased or the winner is disqualified.
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
