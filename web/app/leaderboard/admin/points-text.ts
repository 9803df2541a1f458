// Text about the points of a student, which admins can adjust.
import { ADMIN_MONTH_LIMIT, STUDENT_MONTH_LIMIT } from '@baobab/contract/leaderboard/rules.ts'

/** 30 -> '+30 points', -10 -> '-10 points'. */
export const formatChange = (amount: number) => `${amount > 0 ? '+' : ''}${amount} points`

export const pointsText = {
  points: 'Points',
  help: 'A correct answer gives 10 points. You can add points or take them back when something went wrong. The student is told, and it counts from now: closed months do not change.',
  inCategory: (category: string) => `Ages ${category}`,
  score: (score: number) => `${score.toLocaleString('en-NG')} points`,
  noCategory: 'This student is in no age category, so there are no points to change.',
  adjust: 'Adjust points',
  noAdjustments: 'No points have been adjusted yet.',

  proposed: 'Waiting for another admin',
  withdrawn: 'Withdrawn',
  undone: 'Undone',
  isUndo: 'Undo',
  automatic: (at: string) => `Automatic, ${at}`,
  proposedBy: (admin: string, at: string) => `By ${admin}, ${at}`,
  approvedBy: (admin: string, at: string) => `Approved by ${admin}, ${at}`,
  withdrawnBy: (admin: string, at: string) => `Withdrawn by ${admin}, ${at}`,
  notNeeded: 'Withdrawn because it was no longer needed',
  ofChange: (change: string, at: string) => ` ${change} of ${at}`,

  undo: 'Undo',
  agree: 'Approve',
  agreeing: 'Approving...',
  withdraw: 'Withdraw',
  withdrawing: 'Withdrawing...',

  adjustTitle: (username: string) => `Adjust the points of ${username}`,
  undoTitle: (change: string) => `Undo ${change}?`,
  save: 'Change points',
  propose: 'Propose',
  saving: 'Saving...',
  ageCategory: 'Age category',
  amount: 'Points to add or take back',
  amountHint: 'In steps of 10. Type -20 to take back 20 points.',
  less: '10 points less',
  more: '10 points more',
  reason: 'Reason',
  reasonHint: 'The student reads this. Be kind, and do not name other children.',
  scoreChanges: (before: string, after: string) => `The score goes from ${before} to ${after}.`,
  belowZero: 'The score cannot fall below 0.',
  keptBefore: (points: number) =>
    `The student got ${points} of these points back already, when the score would have fallen below 0.`,
  needsTwo: `Another admin has to approve this; until then, nothing changes. On your own you can change at most ${STUDENT_MONTH_LIMIT} points of one student and ${ADMIN_MONTH_LIMIT} of all students in a month. Points given and points taken away both count. All admins together can change one student’s points by at most ${STUDENT_MONTH_LIMIT} in a month this way. Once two admins have decided about a student, changes in the opposite direction count in later months too.`,
  studentReads: 'What the student will read',
  reasonMissing: '…',
} as const
