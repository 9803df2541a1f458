import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { Ring } from '../ui/ring.tsx'
import { formatCount } from '../ui/format.ts'
import { spokenTime } from './rules.ts'

type Props = {
  title: string
  progress: string
  /** Answers to earlier questions that are still on their way. */
  waiting: number
  left: number
  totalSeconds: number
  exit?: QuizExit | undefined
}

/** Where the cross leads, and what leaving means. */
export type QuizExit = { to: string; label: string }

const studentsExit: QuizExit = { to: paths.student.trivia, label: 'Leave quiz. The clock goes on.' }

/** Over the question: the way out, where one is, and the clock. */
export function QuizHead({ title, progress, waiting, left, totalSeconds, exit = studentsExit }: Props) {
  return (
    <header className="row nowrap between">
      <Link className="icon-btn" to={exit.to} aria-label={exit.label}>
        <Icon name="x" />
      </Link>
      <div className="grow">
        <p className="small muted clip">{title}</p>
        <p className="small">
          <b>{progress}</b>
          <span role="status">{waiting > 0 && ` · ${formatCount(waiting, 'answer')} still to be sent`}</span>
        </p>
      </div>
      <Ring secondsLeft={left} totalSeconds={totalSeconds} />
    </header>
  )
}

/** The time is told when asked for, by a key or by this button, which shows itself to the keyboard. */
export function useTimeAnnouncement(left: number) {
  const [told, setTold] = useState('')
  return { told, tell: () => setTold(spokenTime(left)) }
}

export function TimeLeft({ told, onAsk }: { told: string; onAsk: () => void }) {
  return (
    <p className="timeleft">
      <button type="button" className="btn btn--line btn--sm" onClick={onAsk} aria-keyshortcuts="T">
        Time left
      </button>
      <span className="sr" role="status">
        {told}
      </span>
    </p>
  )
}
