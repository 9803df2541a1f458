import { Card } from '../ui/card.tsx'
import { Squares } from '../ui/squares.tsx'
import { streakLabel, streakSquares } from './streak-squares.ts'

/** Days in a row with a quiz, as a strip of cloth. Says nothing of days that were missed. */
export function Streak({ days }: { days: number }) {
  const label = streakLabel(days)
  return (
    <Card className="stack stack-3 history__streak">
      <h2 className="h-20">{label}</h2>
      <Squares squares={streakSquares(days)} label={label} />
      <p className="small muted">
        {days === 0
          ? 'Take a quiz today and the first square takes the dye.'
          : 'Each day with a quiz dyes one more square.'}
      </p>
    </Card>
  )
}
