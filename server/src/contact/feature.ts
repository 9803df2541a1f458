import { inArray, or, sql } from 'drizzle-orm'
import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addContactRoutes } from './routes.ts'
import { addInboundMailRoute } from './inbound/routes.ts'
import { addContactAdminRoutes } from './admin/routes.ts'
import { startContactJobs } from './jobs.ts'

const { contactMessages, contactNotes, contactReplies } = tables
const isFromAny = (emailKeys: string[]) => inArray(sql`lower(${contactMessages.email})`, emailKeys)
const selectMessagesFrom = (emailKeys: string[]) =>
  sql`(select ${contactMessages.id} from ${contactMessages} where ${isFromAny(emailKeys)})`

export const contact: Feature = {
  name: 'contact',
  routes: [addContactRoutes, addInboundMailRoute, addContactAdminRoutes],
  jobs: [startContactJobs],
  tables: describeTables(tables, {
    contactMessages: {
      of: ({ emailKeys }) => isFromAny(emailKeys),
      copy: { as: 'messages', withheld: ['answeredBy', 'assignedTo'] },
      erase: 'delete',
    },
    contactReplies: {
      // Includes what the student wrote from their own address in somebody else's conversation. That conversation stays.
      of: ({ emailKeys }) =>
        or(
          // As an array, because an `or` with a subquery would read the whole table.
          sql`${contactReplies.messageId} = any(array${selectMessagesFrom(emailKeys)})`,
          inArray(sql`lower(${contactReplies.otherEmail})`, emailKeys),
        ) ?? sql`false`,
      // The address of a reply's sender may be somebody else's.
      copy: { as: 'messageReplies', withheld: ['adminId', 'requestKey', 'before', 'mailId', 'otherEmail'] },
      erase: 'delete',
    },
    contactNotes: {
      of: ({ emailKeys }) => inArray(contactNotes.messageId, selectMessagesFrom(emailKeys)),
      // Admins' notes about a message, included like their notes about the student, but without the author.
      copy: { as: 'messageNotes', withheld: ['adminId'] },
      erase: { goesWith: 'its message' },
    },
    savedAnswers: 'of no student',
  }),
  distribution: { coordinator: [contactMessages, contactNotes, contactReplies, tables.savedAnswers] },
}
