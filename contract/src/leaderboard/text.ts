// Sentences about an admin's adjustment of points, and what the student reads about it.
import type { AgeCategory } from '../accounts/rules.ts'
import type { ErrorCodes } from '../kernel/text.ts'
import { ADJUSTMENT_MAX, ADJUSTMENT_STEP } from './rules.ts'

export const adjustmentText = {
  pointsLoading: 'Loading points...',
  pointsFailed: 'Failed to load the points.',
  keyMissing: 'This form has no key. Please reload the page.',
  amountInvalid: `Please enter a number that ends in 0, such as ${ADJUSTMENT_STEP} or -${ADJUSTMENT_STEP}.`,
  amountTooLarge: `Please enter a number between -${ADJUSTMENT_MAX} and ${ADJUSTMENT_MAX}.`,
  tooFewPoints: (score: number) => `The student has ${score} points, so you cannot take away more.`,
  notInCategory: 'The student has no points in this age category and is not in it today.',
  applied: 'The points have been changed. The student has been told.',
  proposed: 'Proposed. Nothing changes until another admin approves it.',
  withdrawn: 'Withdrawn. No points were changed.',
  decided: 'This change of points has already been decided.',
  undoneBefore: 'This change of points has already been undone, or somebody has proposed to undo it.',
  differs: 'This form was sent before with other values, and those were saved. Please reload the page to see them.',
  notUndoable: 'Only a change that has been made can be undone, and only once.',
  belowZero: 'The student has fewer points than this would take away.',
  /** The reason for the change that the product makes itself when a lost answer would make a score negative. */
  keptAboveZero: 'Automatic: a score cannot fall below 0.',
  /** The reason for the change that takes these points back, once points that were lost or taken away have come back. */
  keptTakenBack: 'Automatic: the lost points came back, so the points that kept the score at 0 are no longer needed.',
} as const

export const leaderboardErrors = {
  adjustment_decided: { status: 409, message: adjustmentText.decided },
  adjustment_undone: { status: 409, message: adjustmentText.undoneBefore },
  adjustment_not_undoable: { status: 409, message: adjustmentText.notUndoable },
  adjustment_differs: { status: 409, message: adjustmentText.differs },
  score_below_zero: { status: 409, message: adjustmentText.belowZero },
} as const satisfies ErrorCodes

type Adjusted = { amount: number; ageCategory: AgeCategory; score: number; reason: string; isUndo: boolean }

/**
 * The notification to a student whose points were adjusted. `score` is the new score in the age category. `amount` is 0 if
 * the undone points had already come back, because the score could not fall below 0.
 */
export function adjustmentNotification({ amount, ageCategory, score, reason, isUndo }: Adjusted) {
  const points = Math.abs(amount)
  const undone = isUndo ? ' This undoes an earlier change.' : ''
  const now = `Your score for ages ${ageCategory} is now ${score} points.`
  if (amount === 0)
    return {
      title: 'A change to your points was undone',
      description: `We undid an earlier change. Your score for ages ${ageCategory} is still ${score} points.\nWhy: ${reason}`,
    }
  return amount > 0
    ? {
        title: `You got ${points} points`,
        description: `We added ${points} points to your score.${undone} ${now}\nWhy: ${reason}`,
      }
    : {
        title: 'Your points were corrected',
        description: `We took back ${points} points.${undone} ${now}\nWhy: ${reason}\nDo you think this is wrong? Write to us on the contact page. We are happy to check.`,
      }
}
