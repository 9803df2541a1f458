import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Scene } from '../ui/scene.tsx'

/** The rules of the scholarship in short, where the board is. A chance, never a promise. */
export function DrawRules() {
  const isStudent = useStudentSession() !== undefined
  return (
    <section className="card stack stack-3 board__draw">
      <Scene name="trophy" />
      <h2 className="h-20">How the draw works</h2>
      <ol className="board__steps muted small">
        <li>
          When the month ends, those of the top 1,000 of each age category who are eligible are set down in one list. If
          you are on it, your name goes into the draw.
        </li>
        <li>The list gets a fingerprint, published before the draw, so nobody can change it afterwards.</li>
        <li>
          A public random number, announced in advance, picks one winner a month. With it anyone can check the draw.
        </li>
      </ol>
      <p className="muted small">
        It is a chance to win, for each name the same. Payment opens more videos, trivia and the monthly scholarships;
        it buys no points and no rank.
      </p>
      <p className="board__links small">
        <Link to={paths.terms}>The rules in full</Link>
        {isStudent && (
          <Link to={paths.student.payment} reloadDocument>
            Payment
          </Link>
        )}
      </p>
    </section>
  )
}
