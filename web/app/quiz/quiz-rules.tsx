import { POINTS_PER_ANSWER, QUIZ_SECONDS } from '@baobab/contract/limits.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

const rules: { icon: IconName; rule: string }[] = [
  {
    icon: 'timer',
    rule: `You have ${QUIZ_SECONDS} seconds for all questions. The clock starts when you press Start Quiz.`,
  },
  {
    icon: 'check-circle',
    rule: `Each correct answer gives you ${POINTS_PER_ANSWER} points. A wrong one takes nothing.`,
  },
  { icon: 'lock-simple', rule: 'You have one try, and an answer cannot be changed after you submit it.' },
  { icon: 'wifi-slash', rule: 'If your network drops, your answers are kept and sent. The clock goes on.' },
]

/** What holds in a quiz, said before it begins. */
export function QuizRules() {
  return (
    <section className="card stack" aria-labelledby="quiz-rules">
      <h2 id="quiz-rules">Before you start</h2>
      <ul className="stack stack-3">
        {rules.map(({ icon, rule }) => (
          <li key={icon} className="row nowrap start">
            <Icon name={icon} />
            <span className="grow">{rule}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
