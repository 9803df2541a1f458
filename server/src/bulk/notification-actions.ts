// Admin actions on many notifications.
import { sendMailsAgain } from '../notifications/admin/failed-mails.ts'
import { cancelScheduledNotification } from '../notifications/admin/update-notification.ts'
import type { BulkActions } from './action.ts'

export const notificationActions: BulkActions<`notifications.${'cancel' | 'mail-again'}`> = {
  'notifications.cancel': {
    run: async (app, who, { target }) => {
      await cancelScheduledNotification(app, who, target.id)
    },
  },
  'notifications.mail-again': {
    run: async (app, who, { target }) => {
      await sendMailsAgain(app, who, { notificationId: target.id })
    },
  },
}
