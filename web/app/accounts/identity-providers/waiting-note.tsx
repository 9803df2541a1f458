import { providerNames, type IdentityProvider } from '@baobab/contract/identity-provider-names.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { text } from './text.ts'

/** Shown if a provider's window has stayed open although it is of no more use. */
export function LeftOpenNote({ provider }: { provider: IdentityProvider }) {
  return <Note role="status">{text.closeWindow(providerNames[provider])}</Note>
}

/** Shown while the person is busy in the provider's window. */
export function WaitingNote({ provider, onCancel }: { provider: IdentityProvider; onCancel: () => void }) {
  return (
    <Note role="status">
      <div className="stack stack-3">
        <p>{text.waiting(providerNames[provider])}</p>
        <div>
          <Button kind="line" size="sm" onClick={onCancel}>
            {text.cancel}
          </Button>
        </div>
      </div>
    </Note>
  )
}
