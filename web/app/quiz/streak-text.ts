// Sentences of the days in a row. Other pages show them, too, without those of the quiz pages.
import { formatCount } from '../ui/format.ts'

export const streakText = {
  streak: (days: number) => (days === 0 ? 'Start a streak' : `${formatCount(days, 'day')} in a row`),
  streakStart: 'Take a quiz or practise today to earn your first bead.',
  streakContinue: 'Each day with a quiz or practice adds a bead. One rest day each week is free.',
  lastSevenDays: 'The last seven days',
  beadOf: (weekday: string, state: string) => `${weekday}: ${state}`,
  beads: { done: 'done', rest: 'free rest day', pause: 'paused', open: 'open' },
}
