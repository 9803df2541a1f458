import type { OutsideReason } from './endpoints.ts'

/** Why a student is not in a draw, or cannot win it, as the student reads it. */
export const leftOutSentences: Record<OutsideReason, string> = {
  'no-category': 'You were not aged 5 to 20 when the month closed.',
  'no-correct-answer': 'You had no correct answer when the month closed.',
  'below-the-cut':
    'You were not among the first 1,000 when the month closed. Students with equal points come in the order in which they got them.',
  'not-paid': 'Your account was not paid when the month closed.',
  disqualified: 'Your account was taken off the leaderboard.',
}
