// Why points changed, as sentences. A reason that is not in the table, from a newer server, gets a general sentence.
import type { CategoryPoints, PointChange } from '@baobab/contract/students/points.ts'
import { formatCount } from '../ui/format.ts'

type PointReason = {
  /** Names this many lines of the ledger that have this reason: '14 correct answers'. */
  part: (count: number) => string
  /** Says what one line of the ledger is about. */
  sentence: (change: PointChange) => string
}

/** 'question 3 of “The Last Seat”' */
function nameQuestion({ questionNumber, videoTitle }: PointChange): string {
  if (videoTitle === null) return 'a question of a deleted quiz'
  return questionNumber === null ? `a question of “${videoTitle}”` : `question ${questionNumber} of “${videoTitle}”`
}

const nameQuiz = ({ videoTitle }: PointChange) => (videoTitle === null ? 'A deleted quiz' : `“${videoTitle}”`)

function describeAnswer(change: PointChange): string {
  return change.delta > 0 ? `Right answer to ${nameQuestion(change)}.` : `Wrong answer to ${nameQuestion(change)}.`
}

/** Describes a correction: the question became void, counts again, or has another answer key. */
function describeRegrade(change: PointChange): string {
  const question = nameQuestion(change)
  switch (change.regrade?.voided) {
    case 'all':
      return `Void: everyone who answered ${question} got its points.`
    case 'none':
      return `Void: nobody gets points for ${question}.`
    case null:
      return `It counts again: ${question}.`
    case undefined:
      return `The answer key of ${question} was corrected.`
  }
}

const withoutPoints = (sentence: string): PointReason => ({
  part: (count) => formatCount(count, 'other change'),
  sentence: () => sentence,
})

/** The reasons of the ledger, each with its sentences. */
export const pointReasons: Readonly<Record<string, PointReason>> = {
  'first-answer': { part: (count) => formatCount(count, 'correct answer'), sentence: describeAnswer },
  answer: { part: (count) => formatCount(count, 'correct answer'), sentence: describeAnswer },
  regrade: {
    part: (count) => formatCount(count, 'corrected answer key'),
    sentence: (change) =>
      change.regrade === null || change.regrade.voided !== null || change.regrade.from === change.regrade.to
        ? describeRegrade(change)
        : `The correct answer of ${nameQuestion(change)} was changed from “${change.regrade.from}” to “${change.regrade.to}”.`,
  },
  reset: {
    part: (count) => formatCount(count, 'reset quiz', 'reset quizzes'),
    sentence: (change) => `${nameQuiz(change)} was reset.${change.note === null ? '' : ` Reason: ${change.note}`}`,
  },
  adjustment: {
    part: (count) => formatCount(count, 'change by an admin', 'changes by admins'),
    sentence: ({ delta, note }) =>
      `An admin ${delta > 0 ? 'gave points' : 'took points away'}.${note === null ? '' : ` Reason: ${note}`}`,
  },
  merged: {
    part: (count) => formatCount(count, 'answer of a merged account', 'answers of a merged account'),
    sentence: (change) =>
      change.delta < 0
        ? 'The points moved to another account of this student.'
        : change.note === null
          ? `Points for ${nameQuestion(change)} came from a merged account.`
          : 'Points that an admin gave or took came from a merged account.',
  },
  'left-category': withoutPoints('The student grew out of the age group. The points stay, but no longer have a rank.'),
  returned: withoutPoints('Ranked again: the student had left the age group because of a wrong date.'),
  disqualified: withoutPoints('Disqualified: removed from the leaderboard. The points stay.'),
  restored: withoutPoints('Back on the leaderboard with all points.'),
  held: withoutPoints('Put on hold while an admin checks the points. Points and rank stay.'),
  released: withoutPoints('The hold ended.'),
  erased: withoutPoints('The account was deleted.'),
}

const otherReason = (reason: string): PointReason => ({
  part: (count) => formatCount(count, 'other change'),
  sentence: () => `Another change (${reason}).`,
})

const findReason = (reason: string): PointReason =>
  Object.hasOwn(pointReasons, reason) ? (pointReasons[reason] ?? otherReason(reason)) : otherReason(reason)

/** Returns what a line of the ledger is about, as a sentence. */
export const describeChange = (change: PointChange): string => findReason(change.reason).sentence(change)

/** Returns how a score follows from the ledger: '120 points = 14 correct answers (140) − 1 reset quiz (20)'. */
export function explainScore({ score, parts }: Pick<CategoryPoints, 'score' | 'parts'>): string {
  const sum = parts
    .map(({ reason, count, points }, index) => {
      const sign = points < 0 ? '− ' : index === 0 ? '' : '+ '
      return `${sign}${findReason(reason).part(count)} (${Math.abs(points).toLocaleString('en-NG')})`
    })
    .join(' ')
  return `${formatCount(score, 'point')} = ${sum === '' ? 'no correct answer yet' : sum}`
}
