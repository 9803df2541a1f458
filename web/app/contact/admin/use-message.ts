import {
  countUnreadMessages,
  listMessages,
  markMessage,
  oneMessage,
  type ContactMessage,
} from '@baobab/contract/contact-admin.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiQuery, queryClient, useApiMutation } from '../../api/query.ts'

/** Shows everywhere what became of a message. */
export function cacheMessage(message: ContactMessage): void {
  queryClient.setQueryData(apiQuery(oneMessage, { params: { messageId: message._id } }).queryKey, { message })
}

/**
 * One message. Each reading is logged, so it is read once for each visit; whoever opens it has read it, and may say
 * afterwards that it is to count as unread.
 */
export function useMessage(messageId: string) {
  const message = useQuery({
    ...apiQuery(oneMessage, { params: { messageId } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { mutate, isPending } = useApiMutation(markMessage, { changes: [listMessages, countUnreadMessages] })
  const opened = useRef<string>(undefined)
  const isRead = message.data?.message.isRead

  useEffect(() => {
    if (isRead === undefined || opened.current === messageId) return
    opened.current = messageId
    if (!isRead) mutate({ params: { messageId }, body: { isRead: true } }, { onSuccess: keepReply })
  }, [isRead, messageId, mutate])

  const mark = (isNowRead: boolean) =>
    mutate({ params: { messageId }, body: { isRead: isNowRead } }, { onSuccess: keepReply })
  return { message, mark, isMarking: isPending }
}

const keepReply = (reply: { message: ContactMessage }) => cacheMessage(reply.message)
