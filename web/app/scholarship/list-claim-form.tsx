import { LIST_CLAIM_TEXT_MAX } from '@baobab/contract/scholarship/rules.ts'
import { ListClaimForm as Schema } from '@baobab/contract/scholarship/forms.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { makeListClaim, myDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { invalidate, useApiMutation } from '../api/query.ts'
import { MessageForm } from '../forms/message-form.tsx'

type Props = { month: string; question: string; labelledBy: string; onClose: () => void }

/** Asks why a student should be on a list, or be able to win. */
export function ListClaimForm({ month, question, labelledBy, onClose }: Props) {
  const claiming = useApiMutation(makeListClaim, { changes: [myDraw] })
  return (
    <MessageForm
      schema={Schema}
      label={question}
      maxLength={LIST_CLAIM_TEXT_MAX}
      labelledBy={labelledBy}
      failureMessage={scholarshipText.claimFailed}
      send={(body) => claiming.mutateAsync({ params: { month }, body })}
      // The student may be on a new list by now, or the message was sent on another device.
      onRefused={() => void invalidate(myDraw)}
      onClose={onClose}
    />
  )
}
