import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import { listFailedMails, listNotifications, type NotificationSender } from '@baobab/contract/notifications/admin.ts'
import { BulkActionBar } from '../../bulk/admin/bulk-action-bar.tsx'
import { toTargets } from '../../bulk/admin/use-bulk-action.ts'
import type { Selection } from '../../ui/data-table/use-selection.ts'
import { formatCount } from '../../ui/format.ts'
import type { NotificationFilters } from './list-inputs.ts'
import { text } from './text.ts'

/** The queries that actions with many notifications change. */
export const bulkNotificationChanges = [listNotifications, listFailedMails]
/** Who may select notifications: whoever may do something with them. */
export const notificationSelectors = bulkAudience['notifications.cancel']

const actions = { cancel: 'notifications.cancel', mailAgain: 'notifications.mail-again' } as const

const countNotifications = (count: number) => formatCount(count, 'notification')

type Props = { selection: Selection; from: NotificationSender; filters: NotificationFilters; hasMore: boolean }

/** What can be done with the selected notifications. */
export function NotificationSelectionBar({ selection, from, filters: { state, update, method }, hasMore }: Props) {
  const targets = toTargets(selection, {
    from,
    ...(state && { state }),
    ...(update && { update }),
    ...(method && { method }),
  })
  return (
    <BulkActionBar
      selection={selection}
      hasMore={hasMore}
      countRows={countNotifications}
      allLabel={text.allMatching}
      texts={text.many}
      dangerous="cancel"
      changes={bulkNotificationChanges}
      order={(action) => ({ action: actions[action], options: {}, targets })}
    />
  )
}
