import { oneMessage, type ContactMessage } from '@baobab/contract/contact/endpoints.ts'
import { apiQuery, queryClient } from '../../api/query.ts'

/** Shows the message of a reply. It is not requested again, because each reading is written to the audit log. */
export function cacheMessage(message: ContactMessage): void {
  queryClient.setQueryData(apiQuery(oneMessage, { params: { messageId: message._id } }).queryKey, { message })
}
