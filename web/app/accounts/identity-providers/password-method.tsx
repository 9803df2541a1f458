import { useOnDemand } from '../../shell/use-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { settingsText } from './text.ts'

const loadPasswordForm = async () => (await import('./password-form.tsx')).PasswordForm

/** The password as a sign-in method: whether there is one, and a form to set or change it. */
export function PasswordMethod({ hasPassword }: { hasPassword: boolean }) {
  const { Loaded: PasswordForm, open, close, busyLabel } = useOnDemand(loadPasswordForm)
  return (
    <li className="method">
      <Icon name="lock-simple" />
      <span className="grow">
        <b>{settingsText.password}</b>
        <br />
        <span className="small muted">{hasPassword ? settingsText.passwordSet : settingsText.passwordNotSet}</span>
      </span>
      {PasswordForm ? (
        <PasswordForm hasPassword={hasPassword} onDone={close} />
      ) : (
        <Button kind="line" size="sm" busyLabel={busyLabel} onClick={() => void open()}>
          {hasPassword ? settingsText.changePassword : settingsText.setPassword}
        </Button>
      )}
    </li>
  )
}
