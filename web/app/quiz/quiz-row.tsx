import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDateTime } from '../ui/dates.ts'
import type { AttemptSummary } from './use-quizzes.ts'

/** One quiz of the student: what, when, how many points, and the way to it. */
export function QuizRow({ attempt }: { attempt: AttemptSummary }) {
  const { videoTitle, ageCategory, startedAt, score, maxScore, state } = attempt
  return (
    <li className="history__row">
      <div className="stack stack-2 grow">
        <h2>{videoTitle}</h2>
        <p className="small muted">
          Age {ageCategory} · <time dateTime={startedAt}>{formatDateTime(new Date(startedAt))}</time>
        </p>
      </div>
      {state === 'running' ? (
        <Chip kind="warn" icon="timer">
          Still running
        </Chip>
      ) : (
        <Chip kind={score > 0 ? 'ok' : 'plain'} icon={score > 0 ? 'check' : 'lock-simple'}>
          {`${score} of ${maxScore} points`}
        </Chip>
      )}
      <WayOn attempt={attempt} />
    </li>
  )
}

function WayOn({ attempt: { hasVideo, state, videoId, videoTitle } }: { attempt: AttemptSummary }) {
  if (!hasVideo) return <p className="small muted">This video has been taken down. Your points stay.</p>
  const isRunning = state === 'running'
  return (
    <Link
      className={buttonClass({ kind: isRunning ? 'accent' : 'line', size: 'sm' })}
      to={isRunning ? paths.student.quiz(videoId) : paths.student.review(videoId)}
    >
      {isRunning ? 'Continue' : 'See Review'}
      <span className="sr">{` of ${videoTitle}`}</span>
    </Link>
  )
}
