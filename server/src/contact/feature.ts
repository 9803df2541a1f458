import { inArray, sql } from 'drizzle-orm'
import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addContactRoutes } from './routes.ts'
import { addContactAdminRoutes } from './admin/routes.ts'
import { startContactJobs } from './jobs.ts'

const { contactMessages, contactNotes } = tables
const isFromAny = (emailKeys: string[]) => inArray(sql`lower(${contactMessages.email})`, emailKeys)

export const contact: Feature = {
  name: 'contact',
  routes: [addContactRoutes, addContactAdminRoutes],
  jobs: [startContactJobs],
  tables: describeTables(tables, {
    contactMessages: {
      of: ({ emailKeys }) => isFromAny(emailKeys),
      copy: { as: 'messages', withheld: ['answeredBy', 'assignedTo'] },
      erase: 'delete',
    },
    contactNotes: {
      of: ({ emailKeys }) =>
        inArray(
          contactNotes.messageId,
          sql`(select ${contactMessages.id} from ${contactMessages} where ${isFromAny(emailKeys)})`,
        ),
      // Admins' notes about a message, included as their notes about the student but without the author.
      copy: { as: 'messageNotes', withheld: ['adminId'] },
      erase: { goesWith: 'its message' },
    },
    savedAnswers: 'of no student',
  }),
  distribution: { coordinator: [contactMessages, contactNotes, tables.savedAnswers] },
}
