// Text for the page of one quiz of a student.
import type { AnsweredQuestion } from '@baobab/contract/students/points.ts'
import { formatCount, formatLongDate } from '../ui/format.ts'

type Answer = NonNullable<AnsweredQuestion['answer']>

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
  timeZone: 'Africa/Lagos',
})

/** 1:00:05 pm. Seconds decide whether an answer was in time. */
export const formatSecond = (at: string): string => clock.format(new Date(at))
/** 3 December 2026, 1:00:05 pm */
export const formatMoment = (at: string): string => `${formatLongDate(new Date(at))}, ${formatSecond(at)}`
/** +10, -10, 0 */
export const formatChange = (points: number): string => (points > 0 ? `+${points}` : String(points))

/** 12.43 -> '12.4 seconds' */
const formatSeconds = (seconds: number) => formatCount(Math.round(seconds * 10) / 10, 'second')

type Change = Pick<
  AnsweredQuestion['regrades'][number],
  'voided' | 'wasVoided' | 'oldAnswer' | 'newAnswer' | 'keepsOld'
>

function describeRegrade({ voided, wasVoided, oldAnswer, newAnswer, keepsOld }: Change): string {
  if (voided === 'all') return 'The question becomes void. Everyone who answered it gets the points.'
  if (voided === 'none') return 'The question becomes void. Nobody gets points for it.'
  const old = keepsOld ? ' The old one still counts.' : ''
  if (wasVoided) return `The question counts again. The correct answer is “${newAnswer}”.${old}`
  return `The correct answer changes from “${oldAnswer}” to “${newAnswer}”.${old}`
}

type Tapped = NonNullable<Answer['tapped']>

/** Shorter waits are normal on a slow network and explain nothing. */
const NOTICEABLE_WAIT_SECONDS = 5
/** A phone's clock that is wrong by less than this is not mentioned. */
const NOTICEABLE_CLOCK_MS = 60_000

/** Whether an answer waited long enough on the phone to explain something. */
export const hasWaited = (tapped: Answer['tapped']): tapped is Tapped =>
  tapped !== null && tapped.waitedSeconds >= NOTICEABLE_WAIT_SECONDS

export const attemptText = {
  title: 'Quiz of a student',
  lead: 'Every answer, when it arrived, and what it earned. Viewing this page is logged.',
  users: 'User Management',
  notFound: 'Quiz not found.',
  notFoundHelp: 'Check the link. The account may have been deleted.',
  openAccount: 'Open account',
  allPoints: 'All points',

  running: 'Running',
  finished: 'Finished',
  reset: 'Reset',
  stillRunning: 'This quiz is still running. Reload the page to see newer answers.',
  wasReset: (at: string, reason: string | null) =>
    `Reset on ${at}. Its points were taken back, and the student may try again.${reason === null ? '' : ` Reason: ${reason}`}`,

  facts: 'Facts',
  student: 'Student',
  video: 'Video',
  deletedVideo: (title: string) => `${title} (deleted or hidden)`,
  ageCategory: 'Age category',
  started: 'Started',
  deadline: 'Deadline',
  locked: 'Locked',
  notLocked: 'not yet',
  ranOut: (at: string) => `${at}, when time ran out`,
  time: 'Time',
  plainTime: (seconds: number) => formatCount(seconds, 'second'),
  withExtraTime: (seconds: number, extra: number) =>
    `${formatCount(seconds, 'second')}, ${extra} of them extra time or time to listen`,
  givenBack: 'Given back',
  points: 'Points',
  pointsOf: (score: number, maxScore: number) => `${score} of ${maxScore}`,

  events: 'What else happened',
  paused: (from: string, until: string | null) =>
    until === null ? `Quizzes are paused since ${from}.` : `Quizzes were paused from ${from} to ${until}.`,
  held: (from: string, until: string | null, reason: string) =>
    until === null ? `Points on hold since ${from}: ${reason}.` : `Points on hold from ${from} to ${until}: ${reason}.`,
  reviewed: (at: string) => `The student read the correct answers on ${at}.`,
  nothingElse: 'No pause, no hold, and the student has not read the correct answers.',
  arrivalHelp:
    'The time when an answer arrives is what counts. The time of the tap, if the phone sent it, is only for information. An answer that arrives after the deadline does not count, and we do not store it.',

  questions: 'Questions in the order the student saw them',
  questionTitle: (number: number, question: string) => `${number}. ${question}`,
  chosen: 'Chosen',
  correct: 'Correct',
  correctThen: 'Correct at that time',
  alsoCounts: 'Also counts',
  noAnswer: 'No answer arrived.',
  noAnswerYet: 'No answer yet.',
  answered: ({ at, seconds, isFirst }: Pick<Answer, 'at' | 'seconds' | 'isFirst'>) =>
    `Answer arrived at ${formatSecond(at)}, ${formatSeconds(seconds)} after ${isFirst ? 'the start' : 'the answer before it'}.`,
  tapped: ({ at, tapped }: { at: string; tapped: Tapped }) => {
    const clockIsOff = Math.abs(Date.parse(tapped.phoneAt) - Date.parse(tapped.at)) >= NOTICEABLE_CLOCK_MS
    return `Tapped at ${formatSecond(tapped.at)} on the phone, arrived at ${formatSecond(at)}. It waited there for ${formatSeconds(tapped.waitedSeconds)}.${clockIsOff ? ` The phone’s clock showed ${formatMoment(tapped.phoneAt)}.` : ''}`
  },
  arrivals: {
    usual: '',
    late: 'That is a long time. The connection may have been lost.',
    together: 'It arrived together with the answer before it. The phone probably stored both until it was online.',
  } satisfies Record<Answer['arrival'], string>,
  right: 'Right.',
  wrong: 'Wrong.',
  judgedTwice: ({ isRight, wasRight }: Pick<Answer, 'isRight' | 'wasRight'>) =>
    `${wasRight ? 'Right' : 'Wrong'} by the answer key at that time. ${isRight ? 'Right' : 'Wrong'} by today’s answer key.`,

  regrade: describeRegrade,
  proposal: (regrade: Change) => `Proposed: ${describeRegrade(regrade)}`,
  proposedBy: (admin: string, at: string) => `Proposed by ${admin} on ${at}.`,
  agreedBy: (admin: string, at: string) => `Agreed to by ${admin} on ${at}.`,
  regradedPoints: (points: number) =>
    points === 0
      ? 'This quiz kept its points.'
      : `This quiz ${points > 0 ? 'gained' : 'lost'} ${formatCount(Math.abs(points), 'point')}.`,
  beingApplied: 'It is being applied now.',
  reported: (at: string, reason: string) => `Reported by the student on ${at}: ${reason}`,
  reportAnswered: (at: string, answer: string) => `We answered on ${at}: ${answer}`,
  reportOpen: 'We have not answered yet.',
} as const
