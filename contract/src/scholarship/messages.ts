// What students are told about draws, in the app and by mail. Only the server writes it, so no page loads it.
import { monthName } from './month.ts'

/** The round that decides, and its time. */
type DueRound = { round: number; at: Date }

type Entry = {
  month: string
  /** Of the list: a later one may replace it. */
  version: number
  number: number
  count: number
  /** Why the number cannot win; undefined if it can. */
  struckBecause: string | undefined
  /** Of the list, of the line in it, and of what was published together with the list. */
  codes: { list: string; line: string; notices: string | undefined }
  receipt: string
  /** What the leaderboard had, since protocol 2. */
  board: { place: number; points: number; rank: number } | undefined
  due: DueRound
  publicUrl: string
  /** Whether the list replaces an earlier one. */
  isReplacement: boolean
}

const ZONE = 'Africa/Lagos'
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: ZONE })
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: ZONE })

/** Says when the winner is drawn: a code that came later could have been made for a winner who was known by then. */
const sayWhen = ({ round, at }: DueRound) =>
  `The winner is drawn with public number ${round} on ${DAY.format(at)}, ${TIME.format(at)} Lagos. If this message reached you later, it proves nothing.`

export const scholarshipMessages = {
  paid: ({ month }: { month: string }) => ({
    title: `The scholarship of ${monthName(month)} was paid`,
    description: 'We paid your prize to your parent or guardian. Congratulations once more!',
  }),
  entered: ({
    month,
    version,
    number,
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
        ? `You are in the draw of ${monthName(month)}`
        : `Your number on the list of ${monthName(month)}`,
    description: [
      ...(isReplacement
        ? ['The list was not right for everybody, so we made it again. Only this list counts now.']
        : []),
      `Your number is ${number}. The list has ${count} numbers, from 0.`,
      ...(board
        ? [
            `You had ${board.points} points and rank ${board.rank}. In the order of the leaderboard, your place is ${board.place}.`,
          ]
        : []),
      ...(struckBecause === undefined ? [] : [`This number cannot win. ${struckBecause}`]),
      sayWhen(due),
      'Keep this message. With its codes you can check that nothing was changed since.',
      `The code of the list: ${codes.list}`,
      `The code of your own line in it: ${codes.line}`,
      ...(codes.notices === undefined ? [] : [`The code of what we published with it: ${codes.notices}`]),
      `Your receipt, which proves that the line is yours: ${receipt}`,
      `Paste this message here to check it: ${publicUrl}/scholarship/${month}/verify?version=${version}`,
    ].join('\n'),
  }),
  refusedClaim: ({ month, answer }: { month: string; answer: string }) => ({
    title: `The list of the draw of ${monthName(month)}`,
    description: [
      'You told us that you should be on this list. We checked it, and the list stays as it is.',
      answer,
      'If you think that this is wrong, write to us on the contact page.',
    ].join('\n'),
  }),
  /** `news`: a sentence for each thing that was published since the last message. */
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
    /** Undefined if the news come after it, or nobody is drawn any more. */
    due: DueRound | undefined
    publicUrl: string
  }) => ({
    title: `News about the draw of ${monthName(month)}`,
    description: [
      ...news,
      ...(due ? [sayWhen(due)] : []),
      'Keep this message. With its code you can check that nothing was changed since.',
      `The code of all that we published after the list: ${code}`,
      `Paste this message here to check it: ${publicUrl}/scholarship/${month}/verify?version=${version}`,
    ].join('\n'),
  }),
  lost: ({ month, reason, isLast }: { month: string; reason: string; isLast: boolean }) => ({
    title: isLast
      ? `Your entry cannot win the draw of ${monthName(month)}`
      : `The draw of ${monthName(month)} is repeated`,
    description: `Your entry was drawn, but it cannot win: ${reason}. If you think that this is wrong, please write to us on the contact page.`,
  }),
  drawnOnHold: ({ month }: { month: string }) => ({
    title: `Your entry was drawn in the draw of ${monthName(month)}`,
    description: [
      'The prize waits until we have decided about your account.',
      'We will tell you as soon as we know.',
    ].join('\n'),
  }),
  won: ({ month, publicUrl }: { month: string; publicUrl: string }) => ({
    title: `You won the scholarship of ${monthName(month)}`,
    description: [
      'Congratulations! Your entry was drawn.',
      'Please tell us within 14 days how we can reach your parent or guardian. We never ask for money.',
      `${publicUrl}/student/claim`,
    ].join('\n'),
  }),
} as const
