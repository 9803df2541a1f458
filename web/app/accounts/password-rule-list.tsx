import type { PasswordRule } from '@baobab/contract/accounts/rules.ts'
import { Icon } from '../ui/icon.tsx'
import { sharedText } from './text.ts'

/** The rules for a new password, each ticked once the typed password satisfies it. */
export function PasswordRuleList({ rules, password }: { rules: readonly PasswordRule[]; password: string }) {
  return (
    <div>
      <p className="hint">{sharedText.passwordRules.notCommon}</p>
      <ul className="pw-rules" aria-label={sharedText.passwordRules.label}>
        {rules.map(({ name, isMet }) => {
          const met = isMet(password)
          return (
            <li key={name} className={met ? 'pw-rule pw-rule--met' : 'pw-rule'}>
              <span className="pw-rule__i">{met && <Icon name="check" size="sm" />}</span>
              {sharedText.passwordRules[name]}
              {met && <span className="sr">{sharedText.passwordRules.done}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
