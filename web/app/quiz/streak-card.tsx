import type { StreakDay } from '@baobab/contract/quiz/endpoints.ts'
import { Card } from '../ui/card.tsx'
import { StreakBeads } from './streak-beads.tsx'
import { streakText } from './text.ts'

/** The number of days in a row with a quiz or practice, with a bead for each of the last seven. Missed days are not counted. */
export function StreakCard({ days, week }: { days: number; week: readonly StreakDay[] }) {
  return (
    <Card className="stack stack-3 streak">
      <h2 className="h-20">{streakText.streak(days)}</h2>
      <StreakBeads week={week} />
      <p className="small muted">{days === 0 ? streakText.streakStart : streakText.streakContinue}</p>
    </Card>
  )
}
