import { EXPERTS_LINE } from '../notifications/text.ts'
import type { ErrorCodes } from '../kernel/text.ts'
import { shortMonthName, toDrawNumber } from './rules.ts'

/** @param index the position of a number in the files, counted from 0 */
export const explainIndex = (index: number) =>
  `In the files of the draw, the numbers start at 0. There, your number is ${index}.`

// What replies and refusals about the scholarship say, and what pages show while they load.
export const scholarshipText = {
  drawsLoading: 'Loading draws...',
  drawsFailed: 'Failed to load the draws.',
  drawLoading: 'Loading the draw...',
  drawFailed: 'Failed to load this draw.',
  noDraw: 'There is no draw for this month.',
  drawnNow: 'The winner has been drawn.',
  witnessDraw:
    'This draw is weaker: there was no public number, so witnesses drew the winner. It is fair if at least one of them was honest.',
  witnessesNamed: 'The witnesses are published. Each of them can now reveal their secret number.',
  witnessesNotAllowed:
    'Witnesses can be named seven days after the last public source was asked. They can be replaced if one of them does not reveal their secret number within seven days.',
  commitmentUsed: 'One of these promises was used before. That witness has to make a new secret number.',
  wrongSecret: 'This is not the secret number of this witness: it does not match the promise. Copy all 64 characters.',
  secretRevealed: 'The secret number is published. The winner is drawn once all of them are.',
  proposed: 'Proposed. Another admin has to approve it.',
  disqualified: 'The winner was disqualified. The draw will be repeated.',
  endedWithoutWinner: 'The winner was disqualified. This was the last attempt, so the month has no winner.',
  withdrawn: 'The proposal has been withdrawn.',
  confirmed: 'The winner is confirmed.',
  beaconMissing: 'The public number has not arrived yet, so the winner cannot be drawn.',
  alreadyDrawn: 'This draw already has a winner.',
  notTheWinner: 'This number is no longer the winner.',
  alreadyProposed: 'There is already a proposal. Approve or withdraw it first.',
  nothingProposed: 'There is no proposal.',
  notReplaceable: 'A list can be replaced only until one hour before its first draw.',
  nobodyMissing:
    'Nobody is missing from the list: a new list would have the same students. First correct what keeps the student out.',
  replaced: 'The list has been published again. Every entrant gets a message.',
  alreadyClaimed: 'You have already told us. We will answer before the draw.',
  alreadyListed: 'You are already on this list. There is nothing to do.',
  claimTooLate: 'It is too late: this closed one hour before the draw.',
  claimAnswered: 'This has already been answered.',
  claimSent: 'Thank you. A person will check it and answer before the draw.',
  claimFailed: 'We could not send your message. Please try again.',
  claimRefused: 'The student has been notified.',
  claimsLoading: 'Loading messages...',
  claimsFailed: 'Failed to load the messages of students who are missing.',
  reasonTooEarly: 'This reason can only be given 14 days or more after the draw.',
  notErased: 'The winner has not deleted their account.',
  monthClosing: 'The month has just ended, and its list is being made. Please try again in ten minutes.',
  changesClosed:
    'The list of who can win is fixed for the last two hours before a draw. Please try again after the draw.',
  studentInDraw: 'This student is in a draw, so another admin has to approve. Do this on the Fair Play page.',
  notDue: 'It is not time for this draw yet.',
  wrongBeacon: 'This is not the round that decides the draw, or its signature is not valid.',
  notConfirmed: 'Confirm the winner first.',
  winnerIsHeld:
    'The winner is on hold or disqualified. First decide the case on the Fair Play page, or disqualify the winner and draw again.',
  prizePaid: 'The prize has been paid. Write to us if something has changed.',
  paidToWinner: 'The prize has been paid, so the winner cannot be disqualified.',
  paidInFuture: 'This day is in the future',
  claimed: 'Thank you. We will call your parent or guardian.',
  payoutRecorded: 'The payout has been recorded.',
  prizesLoading: 'Loading your prize...',
  prizesFailed: 'Failed to load your prize.',
} as const

// Messages about prizes: in replies, refusals, notifications and mails.

const dayAndTime = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Formats a time for messages: the day and the time in Lagos. */
export const formatDeadline = (at: Date) => `${dayAndTime.format(at)} (Lagos)`

/** What is still missing before a prize can be handed over. */
export type MissingForPrize = 'claim' | 'agreement'

const stillMissing: Record<MissingForPrize, string> = {
  claim: 'You have not claimed it yet.',
  agreement: 'Your parent or guardian has not agreed yet.',
}
const howToFinish: Record<MissingForPrize, string> = {
  claim: 'Fill in the form together with your parent or guardian:',
  agreement: 'Ask them to open the link in our email, or to call us. See here what is missing:',
}

type OfMonth = { month: string }

export const prizeText = {
  confirmedSoFixed:
    'Your prize is confirmed, so it can no longer be changed here. Write to us on the Contact page, and our team will help you.',
  unclaimed: 'The winner has not claimed the prize yet.',
  guardianNotAgreed: 'A parent or guardian has to agree first, because the winner is under 18.',
  claimChanged: 'This was changed since you opened the page. Read it again first.',
  nameNotUsable: 'This name cannot be shown: somebody else uses it as a username, or it breaks the rules for names.',
  nameTaken: 'Somebody else has this username. Add your last name',
  changed: 'Saved. The winner, the guardian and the admins get an email.',
  nameConfirmed: 'The name is confirmed. Everyone can see it now.',
  agreementRecorded: 'Recorded. The winner and the guardian get a message.',
  recordOwnChange: 'You changed what the guardian agreed to, so another admin has to record this.',
  guardianAgreed: 'Thank you. You have agreed, and the winner gets a message.',
  proposed: 'You approved it. Another admin has to approve it too.',
  /** To the winner: somebody sent or changed the claim. */
  claimNews: ({ month, isFirst, reason }: OfMonth & { isFirst: boolean; reason: string | null }) => ({
    title: isFirst
      ? `You claimed the ${shortMonthName(month)} prize`
      : `Your claim for the ${shortMonthName(month)} prize was changed`,
    description: [
      isFirst
        ? 'We have received your claim. If you did not send it, somebody else may be using your account.'
        : reason === null
          ? 'You changed what you told us about your parent or guardian or about your name. If it was not you, somebody else may be using your account.'
          : `Our team changed it. The reason: ${reason}`,
      'If this is wrong, change your password and write to us on the Contact page right away.',
    ].join('\n'),
  }),
  agreementNews: ({ month }: OfMonth) => ({
    title: `A guardian agreed to your ${shortMonthName(month)} prize`,
    description:
      'We have recorded that your parent or guardian agreed. If that is wrong, write to us on the Contact page.',
  }),
  nameNews: ({ month }: OfMonth) => ({
    title: `Your name is on the ${shortMonthName(month)} draw page`,
    description: 'Our team confirmed the name that you chose. If you would rather show your username, write to us.',
  }),
  reminder: (values: OfMonth & { missing: MissingForPrize; claimBy: Date; publicUrl: string }) => ({
    title: `Your ${shortMonthName(values.month)} prize: please finish by ${formatDeadline(values.claimBy)}`,
    description: [
      stillMissing[values.missing],
      'If it is still missing then, somebody else may win the prize.',
      howToFinish[values.missing],
      `${values.publicUrl}/student/claim`,
    ].join('\n'),
  }),
  timeIsOver: ({ month, missing }: OfMonth & { missing: MissingForPrize }) => ({
    title: `The time to claim your ${shortMonthName(month)} prize is over`,
    description: [
      stillMissing[missing],
      'Our team now decides whether somebody else can win it. If you still want the prize, write to us on the Contact page right away.',
    ].join('\n'),
  }),
} as const

// What students are told about draws, in the app and by mail. Only the server writes these messages, so no page loads them.

/** The round that decides, and its time. */
type DueRound = { round: number; at: Date }

type Entry = {
  month: string
  /** The version of the list, which a later one may replace. */
  version: number
  index: number
  count: number
  /** Why the number cannot win; undefined if it can. */
  struckBecause: string | undefined
  /** The codes of the list, of the entrant's line in it, and of the notices published together with the list. */
  codes: { list: string; line: string; notices: string | undefined }
  receipt: string
  /** The student's row on the leaderboard; since protocol 2. */
  board: { place: number; points: number; rank: number } | undefined
  due: DueRound
  publicUrl: string
  /** Whether the list replaces an earlier one. */
  isReplacement: boolean
}

const ZONE = 'Africa/Lagos'
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: ZONE })
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: ZONE })

/** Says when the winner is drawn, to a child. */
const sayDay = ({ at }: DueRound) => `We pick the winner on ${DAY.format(at)}.`

/** Says exactly when the winner is drawn. A code that arrives after that proves nothing, because it could have been made for a known winner. */
const sayWhen = ({ round, at }: DueRound) =>
  `The winner is drawn with public number ${round} on ${DAY.format(at)}, ${TIME.format(at)} Lagos time. If you got this message later than that, it proves nothing.`

export const scholarshipMessages = {
  paid: ({ month }: { month: string }) => ({
    title: `The ${shortMonthName(month)} scholarship was paid`,
    description: 'We paid your prize to your parent or guardian. Congratulations again!',
  }),
  entered: ({
    month,
    version,
    index,
    count,
    struckBecause,
    codes,
    receipt,
    board,
    due,
    publicUrl,
    isReplacement,
  }: Entry) => ({
    title:
      struckBecause === undefined
        ? `You are in the ${shortMonthName(month)} draw`
        : `Your number on the ${shortMonthName(month)} list`,
    description: [
      ...(isReplacement ? ['The list had a mistake, so we made it again. Only this list counts now.'] : []),
      `Your number is ${toDrawNumber(index)} of ${count}.`,
      ...(board ? [`You had ${board.points} points and rank ${board.rank}.`] : []),
      struckBecause === undefined ? sayDay(due) : `This number cannot win. ${struckBecause}`,
      '',
      EXPERTS_LINE,
      'Keep this message. With its codes you can check that nothing has changed since.',
      sayWhen(due),
      explainIndex(index),
      ...(board ? [`In the order of the leaderboard, you are number ${board.place}.`] : []),
      `The code of the list: ${codes.list}`,
      `The code of your own line: ${codes.line}`,
      ...(codes.notices === undefined ? [] : [`The code of what we published with the list: ${codes.notices}`]),
      `Your receipt, which proves that the line is yours: ${receipt}`,
      `Paste this message here to check it: ${publicUrl}/scholarship/${month}/verify?version=${version}`,
    ].join('\n'),
  }),
  refusedClaim: ({ month, answer }: { month: string; answer: string }) => ({
    title: `The list for the ${shortMonthName(month)} draw`,
    description: [
      'You told us that you should be on this list. We checked. The list stays as it is.',
      answer,
      'If you think that this is wrong, write to us on the Contact page.',
    ].join('\n'),
  }),
  /** `news`: a sentence for each notice published since the last message. */
  noticed: ({
    month,
    version,
    news,
    code,
    due,
    publicUrl,
  }: {
    month: string
    version: number
    news: string[]
    code: string
    /** Undefined if the news came after the round, or if nobody will be drawn. */
    due: DueRound | undefined
    publicUrl: string
  }) => ({
    title: `News about the ${shortMonthName(month)} draw`,
    description: [
      ...news,
      ...(due ? [sayDay(due)] : []),
      '',
      EXPERTS_LINE,
      'Keep this message. With its code you can check that nothing has changed since.',
      ...(due ? [sayWhen(due)] : []),
      `The code for everything we published after the list: ${code}`,
      `Paste this message here to check it: ${publicUrl}/scholarship/${month}/verify?version=${version}`,
    ].join('\n'),
  }),
  lost: ({ month, reason, isLast }: { month: string; reason: string; isLast: boolean }) => ({
    title: isLast
      ? `Your number cannot win the ${shortMonthName(month)} draw`
      : `The ${shortMonthName(month)} draw is repeated`,
    description: `Your number was picked, but it cannot win: ${reason}. If you think that this is wrong, write to us on the Contact page.`,
  }),
  drawnOnHold: ({ month }: { month: string }) => ({
    title: `You were picked in the ${shortMonthName(month)} draw`,
    description: 'First we have to check your account. We will tell you as soon as we know.',
  }),
  won: ({ month, publicUrl }: { month: string; publicUrl: string }) => ({
    title: `You won the ${shortMonthName(month)} scholarship!`,
    description: [
      'Congratulations! Your number was picked.',
      'Now tell us within 14 days how we can reach your parent or guardian. We never ask for money.',
      `${publicUrl}/student/claim`,
    ].join('\n'),
  }),
} as const

export const scholarshipErrors = {
  beacon_missing: { status: 409, message: scholarshipText.beaconMissing },
  already_drawn: { status: 409, message: scholarshipText.alreadyDrawn },
  not_the_winner: { status: 409, message: scholarshipText.notTheWinner },
  already_proposed: { status: 409, message: scholarshipText.alreadyProposed },
  month_closing: { status: 409, message: scholarshipText.monthClosing },
  changes_closed: { status: 409, message: scholarshipText.changesClosed },
  student_in_draw: { status: 409, message: scholarshipText.studentInDraw },
  nothing_proposed: { status: 409, message: scholarshipText.nothingProposed },
  reason_too_early: { status: 409, message: scholarshipText.reasonTooEarly },
  not_erased: { status: 409, message: scholarshipText.notErased },
  list_not_replaceable: { status: 409, message: scholarshipText.notReplaceable },
  nobody_missing: { status: 409, message: scholarshipText.nobodyMissing },
  already_claimed: { status: 409, message: scholarshipText.alreadyClaimed },
  already_listed: { status: 409, message: scholarshipText.alreadyListed },
  claim_too_late: { status: 409, message: scholarshipText.claimTooLate },
  claim_answered: { status: 409, message: scholarshipText.claimAnswered },
  witnesses_not_allowed: { status: 409, message: scholarshipText.witnessesNotAllowed },
  commitment_used: { status: 409, message: scholarshipText.commitmentUsed },
  winner_is_held: { status: 409, message: scholarshipText.winnerIsHeld },
  winner_not_confirmed: { status: 409, message: scholarshipText.notConfirmed },
  prize_unclaimed: { status: 409, message: prizeText.unclaimed },
  prize_confirmed: { status: 409, message: prizeText.confirmedSoFixed },
  guardian_not_agreed: { status: 409, message: prizeText.guardianNotAgreed },
  claim_changed: { status: 409, message: prizeText.claimChanged },
  name_not_usable: { status: 409, message: prizeText.nameNotUsable },
  prize_paid: { status: 409, message: scholarshipText.prizePaid },
  draw_not_due: { status: 409, message: scholarshipText.notDue },
  wrong_secret: { status: 422, message: scholarshipText.wrongSecret },
  wrong_beacon: { status: 422, message: scholarshipText.wrongBeacon },
} as const satisfies ErrorCodes
