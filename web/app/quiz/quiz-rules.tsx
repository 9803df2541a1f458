import { POINTS_PER_ANSWER, QUIZ_SECONDS, type ExtraTimeFactor } from '@baobab/contract/quiz/rules.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { text } from './text.ts'

const rules: { icon: IconName; rule: string }[] = [
  { icon: 'check-circle', rule: text.rulePoints(POINTS_PER_ANSWER) },
  { icon: 'lock-simple', rule: text.ruleOneTry },
  { icon: 'wifi-slash', rule: text.ruleOffline },
]

/**
 * The rules that apply to every quiz, shown before it starts.
 * @param props.extraTimeFactor by how much the reader's time is lengthened
 */
export function QuizRules({ extraTimeFactor = 1 }: { extraTimeFactor?: ExtraTimeFactor }) {
  const all = [{ icon: 'timer' as const, rule: text.ruleTime(QUIZ_SECONDS * extraTimeFactor) }, ...rules]
  return (
    <section className="card stack" aria-labelledby="quiz-rules">
      <h2 id="quiz-rules">{text.rulesHeading}</h2>
      <ul className="stack stack-3">
        {all.map(({ icon, rule }) => (
          <li key={icon} className="row nowrap start">
            <Icon name={icon} />
            <span className="grow">{rule}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
