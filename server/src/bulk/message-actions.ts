// What admins do with many contact messages.
import { z } from 'zod'
import { markMessage } from '../contact/admin/mark-message.ts'
import { organizeMessage, restoreWork, WorkOnMessage } from '../contact/admin/organize-message.ts'
import { findMessage } from '../contact/admin/queries.ts'
import { fail } from '../platform/http/errors.ts'
import type { BulkActions } from './action.ts'

const MarkedBefore = z.object({ isRead: z.boolean() })

export const messageActions: BulkActions<`messages.${'mark' | 'organize'}`> = {
  'messages.mark': {
    run: async (app, _who, { target: { id }, options: { isRead } }) => {
      const { readAt } = (await findMessage(app.db, id)) ?? fail('not_found')
      await markMessage(app, id, isRead)
      return { isRead: readAt !== null }
    },
    undo: (app, _who, { target: { id }, before }) => markMessage(app, id, MarkedBefore.parse(before).isRead),
  },
  'messages.organize': {
    run: async (app, who, { target: { id }, options }) => {
      const before = (await findMessage(app.db, id)) ?? fail('not_found')
      // Closed means: without an answer.
      if (options.isClosed !== undefined && before.answeredAt) fail('message_answered')
      await organizeMessage(app, who, id, options)
      return WorkOnMessage.parse(before)
    },
    undo: (app, who, { target: { id }, before }) => restoreWork(app, who, { id, before: WorkOnMessage.parse(before) }),
  },
}
