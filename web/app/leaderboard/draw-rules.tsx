import { PageLink } from '../shell/page-link.tsx'
import { paths } from '../paths.ts'
import { Scene } from '../ui/scene.tsx'
import { text } from './text.ts'

/** A short version of the scholarship's rules, beside each leaderboard. */
export function DrawRules({ isForStudent = false }: { isForStudent?: boolean }) {
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
        <PageLink to={isForStudent ? paths.student.draws : paths.draws}>{text.allDraws}</PageLink>
        <PageLink to={paths.terms}>{text.fullRules}</PageLink>
        {isForStudent && <PageLink to={paths.student.payment}>{text.payment}</PageLink>}
      </p>
    </section>
  )
}
