// Admin actions on many contact messages.
import { bulkText } from '@baobab/contract/bulk/endpoints.ts'
import { z } from 'zod'
import { markMessage } from '../contact/admin/mark-message.ts'
import { organizeMessage, restoreWork, WorkOnMessage } from '../contact/admin/organize-message.ts'
import { findMessage } from '../contact/admin/queries.ts'
import { fail } from '../platform/http/errors.ts'
import type { BulkActions } from './action.ts'

const Mark = z.object({ from: z.boolean(), to: z.boolean() })
const WorkChange = z.object({ from: WorkOnMessage, to: WorkOnMessage })

export const messageActions: BulkActions<`messages.${'mark' | 'organize'}`> = {
  'messages.mark': {
    run: async (app, _who, { target: { id }, options }) => {
      const { readAt } = (await findMessage(app.db, id)) ?? fail('not_found')
      await markMessage(app, id, options)
      return { from: readAt !== null, to: options.isRead }
    },
    undo: async (app, _who, { target: { id }, before }) => {
      const { from, to } = Mark.parse(before)
      const { readAt } = (await findMessage(app.db, id)) ?? fail('not_found')
      if ((readAt !== null) !== to) fail('cannot_undo', { message: bulkText.changedSince })
      await markMessage(app, id, { isRead: from })
    },
  },
  'messages.organize': {
    run: async (app, who, { target: { id }, options }) => {
      const from = (await findMessage(app.db, id)) ?? fail('not_found')
      await organizeMessage(app, who, id, options)
      return WorkChange.parse({ from, to: await findMessage(app.db, id) })
    },
    undo: (app, who, { target: { id }, before }) => restoreWork(app, who, { id, ...WorkChange.parse(before) }),
  },
}
