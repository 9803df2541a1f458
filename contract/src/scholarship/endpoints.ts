// The scholarship draws as everybody sees them, the files to check a draw with, and a student's own entry.
import { z } from 'zod'
import { ageCategories } from '../accounts/rules.ts'
import { BeaconFile, DrawNotice, listClaimAnswers } from './draw/files.ts'
import { endpoint, type ReplyOf } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { BroughtBeacon, ListClaimForm } from './forms.ts'
import { monthPattern } from './rules.ts'

const group = 'Scholarship'
const count = z.number().int()
export const month = z.string().regex(monthPattern, 'Unknown month')

/** `voided`: a later version of the list replaced this one, which stays visible. */
export const drawStates = ['waiting', 'drawn', 'confirmed', 'ended', 'voided'] as const
export type DrawStateName = (typeof drawStates)[number]

export const DrawSummary = z
  .object({
    month,
    /** The version of the list, from 1. */
    version: count,
    state: z.enum(drawStates),
    /** The time of the round that decides. */
    drawsAt: field.instant,
    entrantCount: count,
    /** The SHA-256 of the list, in hex. */
    listHash: z.string(),
    /**
     * `name` is the username, or what the winner chose to show instead; `username` is the one in the line of the list. Both are
     * null once the account is erased.
     */
    winner: z
      .object({ index: count, leaf: z.string(), name: z.string().nullable(), username: z.string().nullable() })
      .nullable(),
  })
  .meta({ id: 'DrawSummary' })
export type DrawSummary = z.infer<typeof DrawSummary>

/** The month whose points are being earned now. */
export const CurrentMonth = z
  .object({
    month,
    closesAt: field.instant,
    drawsAt: field.instant,
    requiresPayment: z.boolean(),
    rulesHash: z.string(),
  })
  .meta({ id: 'CurrentMonth' })
export type CurrentMonth = z.infer<typeof CurrentMonth>

/** Selects a version of a month's list; the latest by default. */
const versionQuery = z.strictObject({ version: z.coerce.number().int().min(1).max(99).optional() })

export const listDraws = endpoint({
  group,
  method: 'GET',
  path: '/api/scholarship/draws',
  who: 'anyone',
  summary: 'The month that is running, and every draw, newest first',
  reply: z.object({ current: CurrentMonth, draws: z.array(DrawSummary) }),
})

export const drawFileNames = [
  'list.txt',
  'commit.json',
  'rules.txt',
  'chain.json',
  'beacon.json',
  'notices.json',
  'claims.json',
  'result.json',
  'board-5-10.csv',
  'board-11-20.csv',
  'opening.json',
] as const

/** Since protocol 2, each state of the notices has its own file. */
const NoticesFileName = z.templateLiteral(['notices-', z.number().int().min(0).max(9_999), '.json'])
const DrawFileName = z.union([z.enum(drawFileNames), NoticesFileName], 'Unknown file')
export type DrawFileName = z.infer<typeof DrawFileName>

export const DrawAttempt = z.object({
  attempt: count,
  round: count,
  /** The name of the round's chain: the first in the rules, or the next one after a fallback. */
  chainName: z.string(),
  dueAt: field.instant,
  /** Null until the round is known, and if witnesses drew. */
  beacon: z.nullable(BeaconFile),
  /** The number that was drawn; null before that, and if everybody is struck out. */
  index: count.nullable(),
  /** Whether witnesses drew because no public number existed. */
  isWitnessDraw: z.boolean(),
})
export type DrawAttempt = z.infer<typeof DrawAttempt>

export const DrawDetail = DrawSummary.extend({
  closesAt: field.instant,
  frozenAt: field.instant,
  rules: z.string(),
  /** `isSandbox`: the chain belongs to a sandbox, so the draw proves nothing. */
  chain: z.object({ hash: z.string(), name: z.string(), isSandbox: z.boolean() }),
  attempts: z.array(DrawAttempt),
  /** How many students each leaderboard showed at the close; null before protocol 2. */
  boards: z.record(z.enum(ageCategories), z.object({ shown: count })).nullable(),
  notices: z.array(DrawNotice),
  /** How many students reported being missing from the list, by the result of their claim. */
  claims: z.object({ accepted: count, refused: count, unanswered: count }),
  /** The files that exist so far. */
  files: z.array(DrawFileName),
}).meta({ id: 'DrawDetail' })
export type DrawDetail = z.infer<typeof DrawDetail>

export const readDraw = endpoint({
  group,
  method: 'GET',
  path: '/api/scholarship/draws/:month',
  who: 'anyone',
  summary: 'One draw with its attempts and notices',
  params: z.object({ month }),
  query: versionQuery,
  reply: DrawDetail,
  fails: ['not_found'],
})

export const bringRound = endpoint({
  group,
  method: 'POST',
  path: '/api/scholarship/draws/:month/beacon',
  who: 'anyone',
  summary: 'Draws the winner from the round that is due, if the server does not have it yet; its signature proves it',
  params: z.object({ month }),
  body: BroughtBeacon,
  bodyLimit: 4 * 1_024,
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'draw_not_due', 'wrong_beacon', 'already_drawn'],
})

export const drawFile = endpoint({
  group,
  method: 'GET',
  path: '/api/scholarship/draws/:month/files/:file',
  who: 'anyone',
  summary: 'A published file of a draw, as it is saved and checked',
  params: z.object({ month, file: DrawFileName }),
  query: versionQuery,
  reply: z.string(),
  fails: ['not_found'],
})

export const drawArchive = endpoint({
  group,
  method: 'GET',
  path: '/api/scholarship/draws/:month/archive',
  who: 'anyone',
  summary: 'All files of a draw in one ZIP archive',
  params: z.object({ month }),
  query: versionQuery,
  reply: z.string(),
  fails: ['not_found'],
})

/** Why a student would not be in the draw if the month closed now. */
export const outsideReasons = ['no-category', 'no-correct-answer', 'below-the-cut', 'not-paid', 'disqualified'] as const
export type OutsideReason = (typeof outsideReasons)[number]

/** A claim by a student who is missing from a list, and the answer. Only the student and admins can read the texts. */
export const ListClaim = z
  .object({
    text: z.string(),
    at: field.instant,
    /** Null until it is answered. */
    answer: z.enum(listClaimAnswers).nullable(),
    /** What an admin wrote; null for an accepted claim. */
    answerText: z.string().nullable(),
    answeredAt: z.nullable(field.instant),
  })
  .meta({ id: 'ListClaim' })
export type ListClaim = z.infer<typeof ListClaim>

export const myDraw = endpoint({
  group,
  method: 'GET',
  path: '/api/scholarship/mine',
  who: 'student',
  summary: "Whether the student would be in this month's draw, and the entries in the draws so far, newest first",
  reply: z.object({
    current: CurrentMonth.extend({
      /** The student's position today on the board of the age category; null for a student who is not on it. */
      rank: count.nullable(),
      /** Empty if the student would be in the draw. */
      reasons: z.array(z.enum(outsideReasons)),
      /** Whether the student's points are on hold. Unless this is decided in time, the number is struck out. */
      isHeld: z.boolean(),
    }),
    /** The recent lists without the student, if a claim is possible or was made. */
    missingFrom: z.array(
      z.object({
        month,
        /** Why the student is not in the list; null for a student who was not on the leaderboard. */
        leftOut: z.enum(outsideReasons).nullable(),
        /** The deadline for a claim and its answer. */
        claimBy: field.instant,
        canClaim: z.boolean(),
        /** The latest claim. */
        claim: ListClaim.nullable(),
      }),
    ),
    entries: z.array(
      z.object({
        month,
        state: z.enum(drawStates),
        drawsAt: field.instant,
        /** Null if the student was on the board but is not in the list. */
        index: count.nullable(),
        /** How many numbers the list has. */
        entrantCount: count,
        /** Why the student could not win when the list was frozen; null for an entrant. */
        leftOut: z.enum(outsideReasons).nullable(),
        leaf: z.string().nullable(),
        /** The values that the line is computed from. They let students prove that the line is theirs. */
        receipt: z.string().nullable(),
        listHash: z.string(),
        /** Whether the number was struck out before the round. */
        isStruck: z.boolean(),
        hasWon: z.boolean(),
        /** Whether this entry's prize is held back, because the winner's points are on hold or the winner is disqualified. */
        isHeld: z.boolean(),
      }),
    ),
  }),
})
export type MyDraw = ReplyOf<typeof myDraw>

export const makeListClaim = endpoint({
  group,
  method: 'POST',
  path: '/api/scholarship/draws/:month/claim',
  who: 'student',
  summary:
    'Says that the student is missing from the latest list of a month, once for each list, until an hour before its round; the same message sent again changes nothing',
  params: z.object({ month }),
  body: ListClaimForm,
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'claim_too_late', 'already_claimed', 'already_listed'],
})

/** Why a student is not in a draw or cannot win it, in words for the student. */
export const leftOutSentences: Record<OutsideReason, string> = {
  'no-category': 'You were not aged 5 to 20 when the month ended.',
  'no-correct-answer': 'You had no right answer when the month ended.',
  'below-the-cut':
    'You were not in the top 1,000 when the month ended. If two students have the same points, the first to get them is ahead.',
  'not-paid': 'You had not paid when the month ended.',
  disqualified: 'You were taken off the leaderboard.',
}

// The time stamps of a draw's files by outside authorities (RFC 3161).

/** `list-v2.txt.timestamp.example.tsr` or `notices-3.json.timestamp.example.tsr`. */
const stampName = /^(list(-v\d{1,2})?\.txt|notices(-v\d{1,2})?-\d{1,4}\.json)\.[a-z0-9.-]{1,253}\.tsr$/

/**
 * Returns the name of the stamped content: a version of the list, or all notices up to a certain one. Each new notice makes another
 * file, numbered by its last notice from 0, as in `drawFile`.
 */
export function toStampedName({ version, notices }: { version: number; notices?: number }): string {
  const ofVersion = version === 1 ? '' : `-v${version}`
  return notices === undefined ? `list${ofVersion}.txt` : `notices${ofVersion}-${notices - 1}.json`
}

export const TimeStampFile = z
  .object({
    /** The file name to request with `timeStampFile`. */
    name: z.string(),
    /** The stamped content, as named by `toStampedName`. */
    file: z.string(),
    /** The host of the authority. */
    authority: z.string(),
    /** The SHA-256 of the stamped content. */
    hash: z.string(),
    /** The time that the authority signed. */
    at: field.instant,
  })
  .meta({ id: 'TimeStampFile' })
export type TimeStampFile = z.infer<typeof TimeStampFile>

export const listTimeStamps = endpoint({
  group,
  method: 'GET',
  path: '/api/scholarship/draws/:month/time-stamps',
  who: 'anyone',
  summary: 'The time stamps that outside authorities gave to the lists and notices of a month, the oldest first',
  params: z.object({ month }),
  reply: z.object({ stamps: z.array(TimeStampFile) }),
})

export const timeStampFile = endpoint({
  group,
  method: 'GET',
  path: '/api/scholarship/draws/:month/time-stamps/:name',
  who: 'anyone',
  summary: 'A time stamp as its authority sent it, for `openssl ts -verify -in`',
  params: z.object({ month, name: z.string().regex(stampName, 'Unknown file') }),
  reply: z.string(),
  fails: ['not_found'],
})
