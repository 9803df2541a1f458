import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import type { StreakDay, StreakDayState } from '@baobab/contract/quiz/endpoints.ts'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { formatWeekday } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { streakText } from './text.ts'

type Props = {
  days: number
  week: readonly StreakDay[]
  /** Beside the heading: what to do for the streak. */ children?: ReactNode
}

/** The number of consecutive days with a quiz or practice, and a bead for each of the last seven days. Missed days are not counted. */
export function StreakCard({ days, week, children }: Props) {
  return (
    <Card className="stack stack-3 streak">
      <div className="row between">
        <h2 className="h-20">{streakText.streak(days)}</h2>
        {children}
      </div>
      <StreakBeads week={week} />
      <p className="small muted">{days === 0 ? streakText.streakStart : streakText.streakContinue}</p>
    </Card>
  )
}

/** A string of beads, one for each of the last seven days. Each says in words what its day counts as. */
function StreakBeads({ week }: { week: readonly StreakDay[] }) {
  return (
    <ol className="beads" aria-label={streakText.lastSevenDays}>
      {week.map(({ day, state }) => {
        const weekday = formatWeekday(noonInLagos(day))
        return (
          <li key={day}>
            <span className={`bead bead--${state}`} aria-hidden="true">
              {marks[state]}
            </span>
            <span className="bead__day" aria-hidden="true">
              {weekday.slice(0, 3)}
            </span>
            <span className="sr">{streakText.beadOf(weekday, streakText.beads[state])}</span>
          </li>
        )
      })}
    </ol>
  )
}

const marks: Record<StreakDayState, ReactNode> = {
  done: <Icon name="check" size="sm" />,
  rest: 'z',
  pause: <Icon name="pause" size="sm" />,
  open: null,
}
