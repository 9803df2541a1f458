import { AppealForm as Schema, appealHold, readOwnHold } from '@baobab/contract/fair-play/endpoints.ts'
import { fairPlayText, APPEAL_TEXT_MAX } from '@baobab/contract/fair-play/text.ts'
import { invalidate, useApiMutation } from '../api/query.ts'
import { MessageForm } from '../forms/message-form.tsx'
import { text } from './text.ts'

/** Collects the student's own view of a hold. */
export function AppealForm({ onClose }: { onClose: () => void }) {
  const appealing = useApiMutation(appealHold, { changes: [readOwnHold] })
  return (
    <MessageForm
      schema={Schema}
      label={text.whatHappened}
      maxLength={APPEAL_TEXT_MAX}
      labelledBy="hold"
      failureMessage={fairPlayText.appealFailed}
      send={(body) => appealing.mutateAsync({ body })}
      // The hold may have ended in the meantime, or the message was sent on another device.
      onRefused={() => void invalidate(readOwnHold)}
      onClose={onClose}
    />
  )
}
