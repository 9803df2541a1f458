import type { MessageWriter } from '@baobab/contract/contact/endpoints.ts'
import { readStudentAttempt } from '@baobab/contract/students/points.ts'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { formatDateTime } from '../../ui/format.ts'

const text = {
  newest: 'Newest quizzes',
  facts: (category: string, points: string, started: string) => `Ages ${category}, ${points}, ${started}`,
  points: (score: number, maxScore: number) => `${score} of ${maxScore} points`,
  reset: 'reset',
} as const

/** The newest quizzes of a message's writer. Each leads to its answers, because many messages are about missing points. */
export function WriterQuizzes({ quizzes }: Pick<MessageWriter, 'quizzes'>) {
  if (quizzes.length === 0) return null
  return (
    <IfAllowed who={readStudentAttempt.who}>
      <h4 className="small" id="writer-quizzes">
        {text.newest}
      </h4>
      <ul className="stack stack-2" aria-labelledby="writer-quizzes">
        {quizzes.map(({ _id, videoTitle, ageCategory, score, maxScore, startedAt, isReset }) => (
          <li key={_id}>
            <Link to={adminPaths.attempt(_id)}>{videoTitle}</Link>
            <br />
            <span className="small muted">
              {text.facts(
                ageCategory,
                isReset ? text.reset : text.points(score, maxScore),
                formatDateTime(new Date(startedAt)),
              )}
            </span>
          </li>
        ))}
      </ul>
    </IfAllowed>
  )
}
