import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Scene } from '../ui/scene.tsx'
import { text } from './text.ts'

/** A short version of the scholarship's rules, beside each leaderboard. */
export function DrawRules() {
  const isStudent = useStudentSession() !== undefined
  return (
    <section className="card stack stack-3 board__draw">
      <Scene name="trophy" />
      <h2 className="h-20">{text.drawTitle}</h2>
      <ol className="board__steps muted small">
        {text.drawSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="muted small">{text.drawChance}</p>
      <p className="board__links small">
        <Link to={paths.draws}>{text.allDraws}</Link>
        <Link to={paths.terms}>{text.fullRules}</Link>
        {isStudent && (
          <Link to={paths.student.payment} reloadDocument>
            {text.payment}
          </Link>
        )}
      </p>
    </section>
  )
}
