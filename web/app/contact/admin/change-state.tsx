import { organizeMessage, type ContactMessage } from '@baobab/contract/contact/endpoints.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { text } from './text.ts'
import { useOrganize } from './use-organize.ts'

/** Closes a conversation, or opens it again. */
export function StateButton({ message }: { message: ContactMessage }) {
  const { state, repliedAt } = message
  const { store, pending } = useOrganize(message._id)
  const change = (isClosed: boolean) => void store({ isClosed, ...(isClosed && { seenReplyAt: repliedAt }) })
  const busyLabel = pending.isClosed !== undefined && text.saving
  return (
    <IfAllowed who={organizeMessage.who}>
      {state !== 'closed' && (
        <Button kind="line" size="sm" busyLabel={busyLabel} onClick={() => change(true)}>
          {text.close}
        </Button>
      )}
      {state !== 'open' && (
        <Button kind="line" size="sm" busyLabel={busyLabel} onClick={() => change(false)}>
          {text.reopen}
        </Button>
      )}
    </IfAllowed>
  )
}
