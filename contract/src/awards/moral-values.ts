// The moral values with which admins tag videos. Students find videos by them, and earn a badge for each.
export const moralValues = [
  'honesty',
  'courage',
  'kindness',
  'respect',
  'responsibility',
  'patience',
  'fairness',
  'hard-work',
  'gratitude',
  'forgiveness',
  'self-control',
  'friendship',
] as const
export type MoralValue = (typeof moralValues)[number]

export const moralValueLabels: Readonly<Record<MoralValue, string>> = {
  honesty: 'Honesty',
  courage: 'Courage',
  kindness: 'Kindness',
  respect: 'Respect',
  responsibility: 'Responsibility',
  patience: 'Patience',
  fairness: 'Fairness',
  'hard-work': 'Hard work',
  gratitude: 'Gratitude',
  forgiveness: 'Forgiveness',
  'self-control': 'Self-control',
  friendship: 'Friendship',
}
