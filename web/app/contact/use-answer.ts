import { AnswerForm, answerMessage, countUnread, listMessages, oneMessage } from '@baobab/contract/contact.ts'
import { useState } from 'react'
import { ApiError } from '@baobab/contract/api-error.ts'
import { sentenceOf } from '../api/errors.ts'
import { invalidate, useSend } from '../api/q.ts'
import { toast } from '../ui/toast.tsx'
import { dropAnswer, keepAnswer, readAnswer } from './answer-drafts.ts'
import { keepMessage } from './use-message.ts'

/** The answer to one message: kept as it is typed, sent once. */
export function useAnswer(messageId: string) {
  const [answer, setAnswer] = useState(() => readAnswer(messageId))
  const [error, setError] = useState<string>()
  const sending = useSend(answerMessage, { changes: [listMessages, countUnread] })

  function type(words: string) {
    setAnswer(words)
    keepAnswer(messageId, words)
    if (error) setError(undefined)
  }

  async function send() {
    const wrong = AnswerForm.safeParse({ answer }).error?.issues[0]?.message
    setError(wrong)
    if (wrong) return
    try {
      const reply = await sending.mutateAsync({ params: { messageId }, body: { answer } })
      dropAnswer(messageId)
      keepMessage(reply.contactMessage)
      toast(reply.message)
    } catch (failure) {
      setError(sentenceOf(failure))
      // Somebody else was faster: what they answered is shown, what was typed here stays as well.
      if (failure instanceof ApiError && failure.code === 'message_answered') await invalidate(oneMessage)
    }
  }

  return { answer, error, isSending: sending.isPending, type, send }
}
