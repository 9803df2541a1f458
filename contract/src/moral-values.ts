// The moral values with which admins tag videos. Students find videos by them, and earn a badge for each.
import * as z from 'zod/mini'

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
export const MoralValue = z.enum(moralValues, 'Unknown value')
export type MoralValue = z.infer<typeof MoralValue>

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
