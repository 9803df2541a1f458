import { countOpenMessages, listMessages, oneMessage, organizeMessage } from '@baobab/contract/contact/endpoints.ts'
import { ApiError, type RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { errorMessage } from '../../api/error-message.ts'
import { invalidate, useApiMutation } from '../../api/query.ts'
import { toast } from '../../ui/toast.tsx'
import { cacheMessage } from './messages-query.ts'
import { text } from './text.ts'

type Change = RequestOf<typeof organizeMessage>['body']

/** Stores each choice about a message as soon as it is made. While one is being stored, `pending` contains it. */
export function useOrganize(messageId: string) {
  const change = useApiMutation(organizeMessage, { changes: [listMessages, countOpenMessages], scope: messageId })
  const pending: Change = change.isPending ? change.variables.body : {}

  async function store(body: Change) {
    try {
      cacheMessage((await change.mutateAsync({ params: { messageId }, body })).message)
      toast(text.organized)
    } catch (error) {
      toast(errorMessage(error, text.organizeFailed), { kind: 'bad' })
      // Shows the reply that has arrived.
      if (error instanceof ApiError && error.code === 'message_replied') void invalidate(oneMessage)
    }
  }
  return { store, pending }
}
