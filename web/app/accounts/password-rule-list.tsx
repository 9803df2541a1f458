import { Icon } from '../ui/icon.tsx'
import type { Rule } from './password-rules.ts'

/** What a password needs; each line is ticked as it is met. */
export function PasswordRuleList({ rules, password }: { rules: readonly Rule[]; password: string }) {
  return (
    <ul className="pw-rules" aria-label="Your password needs">
      {rules.map((rule) => {
        const isMet = rule.isMet(password)
        return (
          <li key={rule.label} className={isMet ? 'pw-rule pw-rule--met' : 'pw-rule'}>
            <span className="pw-rule__i">{isMet && <Icon name="check" size="sm" />}</span>
            {rule.label}
            {isMet && <span className="sr">, done</span>}
          </li>
        )
      })}
    </ul>
  )
}
