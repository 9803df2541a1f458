import { bulkAudience } from '@baobab/contract/bulk.ts'
import { listFailedMails, listNotifications, type NotificationSender } from '@baobab/contract/notifications-admin.ts'
import { useState } from 'react'
import { BulkDialog } from '../../bulk/admin/bulk-dialog.tsx'
import { toTargets } from '../../bulk/admin/use-bulk-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx'
import type { Selection } from '../../ui/data-table/use-selection.ts'
import { formatCount } from '../../ui/format.ts'
import type { NotificationFilters } from './list-inputs.ts'
import { text } from './text.ts'

/** The queries that actions with many notifications change. */
export const bulkNotificationChanges = [listNotifications, listFailedMails]
/** Who may select notifications: whoever may do something with them. */
export const notificationSelectors = bulkAudience['notifications.cancel']

const actions = { cancel: 'notifications.cancel', mailAgain: 'notifications.mail-again' } as const
type Action = keyof typeof actions
const actionNames: readonly Action[] = ['cancel', 'mailAgain']

const countNotifications = (count: number) => formatCount(count, 'notification')

type Props = { selection: Selection; from: NotificationSender; filters: NotificationFilters; hasMore: boolean }

/** What can be done with the selected notifications. */
export function NotificationSelectionBar({ selection, from, filters: { state, update, method }, hasMore }: Props) {
  const [asked, setAsked] = useState<Action>()
  const count = selection.isAll ? text.allMatching : countNotifications(selection.ids.size)
  const targets = toTargets(selection, {
    from,
    ...(state && { state }),
    ...(update && { update }),
    ...(method && { method }),
  })
  return (
    <>
      <SelectionBar selection={selection} countLabel={countNotifications} allLabel={text.allMatching} hasMore={hasMore}>
        {actionNames.map((action) => (
          <Button key={action} kind="line" size="sm" onClick={() => setAsked(action)}>
            {text.many[action].label}
          </Button>
        ))}
      </SelectionBar>
      <BulkDialog
        isOpen={asked !== undefined}
        title={asked ? text.many[asked].title(count) : ''}
        confirmLabel={asked ? text.many[asked].confirm : ''}
        isDangerous={asked === 'cancel'}
        changes={bulkNotificationChanges}
        order={() => asked && { action: actions[asked], options: {}, targets }}
        onClose={() => setAsked(undefined)}
        onStarted={selection.clear}
      >
        <p>{asked && text.many[asked].effect}</p>
      </BulkDialog>
    </>
  )
}
