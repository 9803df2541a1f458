// Why a winner is disqualified or a list replaced, as published.

/** Why an entrant who was drawn does not get the prize. */
export const disqualificationReasons = [
  'duplicate-account',
  'cheating',
  'wrong-age',
  'no-guardian-consent',
  'refused',
  'unreachable',
  'erased',
] as const
export type DisqualificationReason = (typeof disqualificationReasons)[number]

export const disqualificationLabels: Record<DisqualificationReason, string> = {
  'duplicate-account': 'a second account of the same person',
  cheating: 'proven cheating',
  'wrong-age': 'not of the age that the rules ask for',
  'no-guardian-consent': 'no parent or guardian agreed within 14 days',
  refused: 'the winner did not want the prize',
  unreachable: 'the winner could not be reached within 14 days',
  erased: 'the account was deleted',
}

/** The reasons that only time can give: they hold 14 days after the draw. */
export const lateReasons: readonly DisqualificationReason[] = ['no-guardian-consent', 'unreachable']

/** Why a list was replaced by a later one. */
export const replacementReasons = ['missing-entrant'] as const
export type ReplacementReason = (typeof replacementReasons)[number]

export const replacementLabels: Record<ReplacementReason, string> = {
  'missing-entrant': 'somebody who may win was missing',
}

/** What admins can change about an entrant, after which the entrant can or cannot win. */
export const entrantChanges = ['held', 'released', 'disqualified', 'restored'] as const
export type EntrantChange = (typeof entrantChanges)[number]
