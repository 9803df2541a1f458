import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { buttonsText } from './text.ts'

/** Shown if a provider's window has stayed open although it is no longer needed. */
export function LeftOpenNote({ provider }: { provider: IdentityProvider }) {
  return <Note role="status">{buttonsText.closeWindow(providerNames[provider])}</Note>
}

/** Shown while the person is busy in the provider's window. */
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
