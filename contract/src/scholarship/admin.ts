// What admins do with a draw: run it once it is due, enter a round by hand, disqualify or confirm a winner.
import { z } from 'zod'
import { ageCategories } from '../accounts/rules.ts'
import { BeaconFile, ChainFile, CommitFile, NoticesFile, OpeningFile, ResultFile, Witness } from './draw/files.ts'
import { disqualificationReasons, replacementReasons } from './draw/list.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { BroughtBeacon, RevealedSecret, WitnessesForm } from './forms.ts'
import { CurrentMonth, DrawSummary, month, outsideReasons } from './endpoints.ts'

const group = 'Scholarship'
const count = z.number().int()
const params = z.object({ month })
const reply = z.object({ message: z.string() })

/** A proposal that another admin has to agree to. */
export const DrawProposal = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('disqualification'), index: count, reason: z.enum(disqualificationReasons) }),
    z.object({ kind: z.literal('replacement'), reason: z.enum(replacementReasons) }),
    z.object({
      kind: z.literal('witnesses'),
      witnesses: z.array(Witness),
      /** The name of the witness who refused; null if no witnesses were named before. */
      refused: z.string().nullable(),
    }),
  ])
  .and(
    z.object({
      /** Null for an automatic proposal, made when the winner's time ran out. The first admin who agrees then becomes the proposer. */
      proposedBy: z.string().nullable(),
      at: field.instant,
      /** Whether the caller may agree: an admin other than the one who proposed it. */
      canAgree: z.boolean(),
    }),
  )
export type DrawProposal = z.infer<typeof DrawProposal>

export const AdminDraw = DrawSummary.extend({
  round: count,
  /** Whether the round is out, so that the draw can be run by hand. */
  isDue: z.boolean(),
  /** Whether a later list can still replace this one. */
  isReplaceable: z.boolean(),
  proposal: DrawProposal.nullable(),
  /** Null unless every chain stayed silent and witnesses may draw. */
  witnesses: z
    .object({
      /** In order; empty until they are named. */
      named: z.array(z.object({ name: z.string(), hasRevealed: z.boolean() })),
      /** When other witnesses can replace them; null until they are named. */
      replaceableAt: z.nullable(field.instant),
      isReplaceable: z.boolean(),
    })
    .nullable(),
}).meta({ id: 'AdminDraw' })
export type AdminDraw = z.infer<typeof AdminDraw>

export const scholarshipOverview = endpoint({
  group,
  method: 'GET',
  path: '/admin/scholarship-overview',
  who: 'admin',
  summary: "Who would be in this month's draw, and all draws, newest first",
  reply: z.object({
    current: CurrentMonth,
    /** How many students each board has, and how many of them would be in the draw if the month closed now. */
    pool: z.array(z.object({ ageCategory: z.enum(ageCategories), onBoard: count, inDraw: count })),
    draws: z.array(AdminDraw),
  }),
})

/** A complete draw with made-up entrants, and the files to check it with. */
export const Rehearsal = z.object({
  month,
  entrants: z.array(
    z.object({
      name: z.string(),
      ageCategory: z.enum(ageCategories),
      /** On the made-up board, from 1. */
      position: count,
      points: count,
      index: count.nullable(),
      /** Why the entrant cannot win; null for one who can. */
      leftOut: z.enum(outsideReasons).nullable(),
    }),
  ),
  list: z.string(),
  boards: z.record(z.enum(ageCategories), z.string()),
  rules: z.string(),
  chain: ChainFile,
  beacon: BeaconFile,
  notices: NoticesFile,
  commit: CommitFile,
  result: ResultFile,
  opening: OpeningFile,
})
export type Rehearsal = z.infer<typeof Rehearsal>

export const rehearseDraw = endpoint({
  group,
  method: 'GET',
  path: '/admin/scholarship-rehearsal',
  who: 'admin',
  summary: 'A draw with made-up entrants, using last month’s round; nothing is stored',
  reply: Rehearsal,
  fails: ['beacon_missing'],
})

export const runDraw = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/run',
  who: ['owner'],
  summary: 'Asks the relays for the round of a draw that is due, and draws the winner',
  params,
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'draw_not_due', 'beacon_missing', 'already_drawn'],
})

export const bringBeacon = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/beacon',
  who: ['owner'],
  summary: 'Draws the winner from a round that was fetched elsewhere; its signature proves it',
  params,
  body: BroughtBeacon,
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'draw_not_due', 'wrong_beacon', 'already_drawn'],
})

export const disqualifyWinner = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/disqualify',
  who: ['owner', 'support'],
  summary: 'Proposes that the winner does not get the prize; without a second admin it is decided at once',
  params,
  body: z.strictObject({ index: count.min(0).max(9_999), reason: z.enum(disqualificationReasons, 'Choose a reason') }),
  reply,
  needsReauthentication: true,
  fails: [
    'not_found',
    'not_the_winner',
    'already_proposed',
    'reason_too_early',
    'not_erased',
    'prize_paid',
    'not_among_deciders',
  ],
})

export const replaceList = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/replace',
  who: ['owner', 'support'],
  summary:
    'Proposes to publish the list again, with an entrant who was missing; without a second admin it is done at once',
  params,
  reply,
  needsReauthentication: true,
  fails: [
    'not_found',
    'already_proposed',
    'list_not_replaceable',
    'nobody_missing',
    'regrade_running',
    'not_among_deciders',
  ],
})

export const agreeToProposal = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/proposal/agree',
  who: ['owner', 'support'],
  summary: 'Agrees to what another admin has proposed, and publishes it',
  params,
  reply,
  needsReauthentication: true,
  fails: [
    'not_found',
    'nothing_proposed',
    'own_proposal',
    'not_among_deciders',
    'list_not_replaceable',
    'nobody_missing',
    'regrade_running',
    'witnesses_not_allowed',
  ],
})

export const withdrawProposal = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/proposal/withdraw',
  who: ['owner', 'support'],
  summary: 'Ends a proposal without doing it',
  params,
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'nothing_proposed'],
})

export const confirmWinner = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/confirm',
  who: ['owner', 'support'],
  summary: 'Confirms that the winner was checked and gets the prize',
  params,
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'not_the_winner', 'winner_is_held', 'prize_unclaimed', 'guardian_not_agreed'],
})

// The draw by witnesses, used when there is no public number: admins name the witnesses and enter the number that each of them
// reveals.

export const nameWitnesses = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/witnesses',
  who: ['owner', 'support'],
  summary:
    'Proposes witnesses because there is no public number, or new ones because one refused; without a second admin they are named at once',
  params: z.object({ month }),
  body: WitnessesForm,
  reply,
  needsReauthentication: true,
  fails: [
    'not_found',
    'already_drawn',
    'already_proposed',
    'witnesses_not_allowed',
    'commitment_used',
    'not_among_deciders',
  ],
})

export const revealSecret = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/secret',
  who: ['owner', 'support'],
  summary:
    'Publishes the secret number of a witness, given by position from 0. The last one draws the winner. The same number again changes nothing',
  params: z.object({ month }),
  body: RevealedSecret,
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'already_drawn', 'wrong_secret'],
})
