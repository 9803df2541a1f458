import {
  MessageAnswerForm,
  answerMessage,
  countUnreadMessages,
  listMessages,
  oneMessage,
} from '@baobab/contract/contact-admin.ts'
import { useState } from 'react'
import { ApiError } from '@baobab/contract/api-error.ts'
import { errorMessage } from '../../api/error-message.ts'
import { invalidate, useApiMutation } from '../../api/query.ts'
import { toast } from '../../ui/toast.tsx'
import { clearAnswerDraft, storeAnswerDraft, readAnswerDraft } from './answer-drafts.ts'
import { cacheMessage } from './use-message.ts'

/** The answer to one message: kept as it is typed, sent once. */
export function useAnswer(messageId: string) {
  const [answer, setAnswer] = useState(() => readAnswerDraft(messageId))
  const [error, setError] = useState<string>()
  const sending = useApiMutation(answerMessage, { changes: [listMessages, countUnreadMessages] })

  function type(words: string) {
    setAnswer(words)
    storeAnswerDraft(messageId, words)
    if (error) setError(undefined)
  }

  async function send() {
    const wrong = MessageAnswerForm.safeParse({ answer }).error?.issues[0]?.message
    setError(wrong)
    if (wrong) return
    try {
      const reply = await sending.mutateAsync({ params: { messageId }, body: { answer } })
      clearAnswerDraft(messageId)
      cacheMessage(reply.contactMessage)
      toast(reply.message)
    } catch (failure) {
      setError(errorMessage(failure))
      // Somebody else was faster: what they answered is shown, what was typed here stays as well.
      if (failure instanceof ApiError && failure.code === 'message_answered') await invalidate(oneMessage)
    }
  }

  return { answer, error, isSending: sending.isPending, type, send }
}
