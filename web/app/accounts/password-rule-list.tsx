import { Icon } from '../ui/icon.tsx'
import type { PasswordRule } from './password-rules.ts'
import { sharedText } from './shared-text.ts'

/** The rules of a new password, each ticked once the typed password satisfies it. */
export function PasswordRuleList({ rules, password }: { rules: readonly PasswordRule[]; password: string }) {
  return (
    <ul className="pw-rules" aria-label={sharedText.passwordRules.label}>
      {rules.map(({ label, isMet }) => {
        const met = isMet(password)
        return (
          <li key={label} className={met ? 'pw-rule pw-rule--met' : 'pw-rule'}>
            <span className="pw-rule__i">{met && <Icon name="check" size="sm" />}</span>
            {label}
            {met && <span className="sr">{sharedText.passwordRules.done}</span>}
          </li>
        )
      })}
    </ul>
  )
}
