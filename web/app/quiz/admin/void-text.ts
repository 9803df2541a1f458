// Text for void questions on the pages where admins manage questions.
import type { Void } from '@baobab/contract/quiz/voids.ts'

export const voidText = {
  whatIsWrong: 'What is wrong?',
  whatHappens: 'What should happen?',
  kinds: {
    key: 'Another option is right',
    all: 'The question is void: give everyone who answered it the points',
    none: 'The question is void: nobody gets points for it',
  },
  countsAgain: 'The question counts again',
  /** What a void question means, before it is proposed. */
  effects: {
    all: 'Students who were asked it and gave no answer get no points. New students are not asked it.',
    none: 'Everyone who got points for it loses them, and a quiz can be perfect without it. New students are not asked it.',
  },
  canBeUndone: 'Another correction can make the question count again.',
  becomesVoid: {
    all: 'The question becomes void. Everyone who answered it gets the points; students who gave no answer get none.',
    none: 'The question becomes void. Nobody gets points for it.',
  },
  returns: 'The question counts again, and is back in its quiz. The correct answer is {answer}.',
  returnsWithBoth: 'The question counts again, and is back in its quiz. Both {answer} and {other} are correct.',
  /** The kind of a correction, in the list. */
  labels: {
    key: 'Another answer',
    all: 'Void: points for all',
    none: 'Void: points for nobody',
    again: 'Counts again',
  },
  void: { all: 'Void: all got the points', none: 'Void: nobody gets points' },
  tooFew: (asked: number, left: number) =>
    `This quiz asks each student ${asked === 1 ? '1 question' : `${asked} questions`}, but only ${left} would be left. Add another question first, then approve.`,
  addQuestion: 'Add a question',
  agreeTitle: 'Make this question void?',
  agreeAgainTitle: 'Let this question count again?',
  isVoidNow: 'This question is void now',
  countAgainLead: 'Was that wrong? Propose what should happen. Nothing changes until an admin approves it.',
  lastAnswer: 'Its correct answer was: {answer}',
  oldCountsToo: 'The answer that was correct before counts too.',

  // The answer to reports
  onlyTells: 'Your answer only tells the students. To change the question, use:',
  correctOrVoid: 'Correct the answer or make it void',
  stillInQuiz: 'The question is still in the quiz. To take it out, use:',
  deleteQuestion: 'Delete the question',
  makeVoid: 'Make it void',
  deleteOrVoid:
    'If you delete it, students keep the points they have. If it is void, everyone gets its points or nobody does.',
} as const

/** Returns the label of a correction's kind. */
export function describeKind({ voided, wasVoided }: { voided: Void | null; wasVoided: Void | null }): string {
  if (voided) return voidText.labels[voided]
  return wasVoided ? voidText.labels.again : voidText.labels.key
}
