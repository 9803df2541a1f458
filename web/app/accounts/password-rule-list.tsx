import type { PasswordRule } from '@baobab/contract/accounts/rules.ts'
import { isEasyToGuess } from './easy-passwords.ts'
import { Icon } from '../ui/icon.tsx'
import { sharedText } from './text.ts'

type Props = { rules: readonly PasswordRule[]; password: string; username?: string }

/** The rules for a new password, each ticked once the typed password satisfies it, and a warning if it is easy to guess. */
export function PasswordRuleList({ rules, password, username = '' }: Props) {
  const isEasy = isEasyToGuess(password, username)
  return (
    <div>
      <p className="hint" role="status">
        {isEasy ? <b>{sharedText.passwordRules.easy}</b> : sharedText.passwordRules.notCommon}
      </p>
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
