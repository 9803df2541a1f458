import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { text, buttonsText } from './text.ts'

/** Shown if the sign-in's half hour has passed, or the page was opened without a sign-in. */
export function ExpiredNote() {
  return (
    <>
      <Note kind="warn" role="status">
        {text.complete.expired}
      </Note>
      <Link className={buttonClass({ block: true })} to={paths.student.login}>
        {text.complete.signInAgain}
      </Link>
    </>
  )
}

/** Shown if a provider's window is still open although it is no longer needed. */
export function LeftOpenNote({ provider }: { provider: IdentityProvider }) {
  return <Note role="status">{buttonsText.closeWindow(providerNames[provider])}</Note>
}

/** Shown while the person signs in at the provider, in its window. */
export function WaitingNote({ provider, onCancel }: { provider: IdentityProvider; onCancel: () => void }) {
  return (
    <Note role="status">
      <div className="stack stack-3">
        <p>{buttonsText.waiting(providerNames[provider])}</p>
        <div>
          <Button kind="line" size="sm" onClick={onCancel}>
            {buttonsText.cancel}
          </Button>
        </div>
      </div>
    </Note>
  )
}
