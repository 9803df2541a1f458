import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import { listAssignees, listMessages, oneMessage, countOpenMessages } from '@baobab/contract/contact/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../api/query.ts'
import { BulkActionBar, type BulkOrder } from '../../bulk/admin/bulk-action-bar.tsx'
import { toTargets } from '../../bulk/admin/use-bulk-action.ts'
import type { Selection } from '../../ui/data-table/use-selection.ts'
import { formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import type { InboxSelection } from './messages-query.ts'
import { text } from './text.ts'

/** The queries that actions with many messages change. */
export const bulkMessageChanges = [listMessages, oneMessage, countOpenMessages]
/** Who may select messages: whoever may do something with them. */
export const messageSelectors = bulkAudience['messages.organize']

type Action = keyof typeof text.many
type Targets = Extract<BulkOrder, { action: 'messages.mark' }>['targets']

/** What each action sends. `assignedTo` is the admin who was chosen. */
const orders: Record<Action, (targets: Targets, assignedTo: string) => BulkOrder> = {
  assign: (targets, assignedTo) => ({
    action: 'messages.organize',
    options: { assignedTo: assignedTo || null },
    targets,
  }),
  close: (targets) => ({ action: 'messages.organize', options: { isClosed: true }, targets }),
  reopen: (targets) => ({ action: 'messages.organize', options: { isClosed: false }, targets }),
  read: (targets) => ({ action: 'messages.mark', options: { isRead: true }, targets }),
  unread: (targets) => ({ action: 'messages.mark', options: { isRead: false }, targets }),
}

const countMessages = (count: number) => formatCount(count, 'message')

type Props = { selection: Selection; filters: InboxSelection; hasMore: boolean }

/** What can be done with the selected messages. */
export function MessageSelectionBar({ selection, filters, hasMore }: Props) {
  const [assignedTo, setAssignedTo] = useState('')
  const targets = toTargets(selection, filters)
  return (
    <BulkActionBar
      selection={selection}
      hasMore={hasMore}
      countRows={countMessages}
      allLabel={text.allMatching}
      texts={text.many}
      changes={bulkMessageChanges}
      order={(action) => orders[action](targets, assignedTo)}
    >
      {(action) => action === 'assign' && <Assignee value={assignedTo} onChange={setAssignedTo} />}
    </BulkActionBar>
  )
}

function Assignee({ value, onChange }: { value: string; onChange: (username: string) => void }) {
  const { data } = useQuery(apiQuery(listAssignees, {}))
  return (
    <Select
      label={text.assignedTo}
      placeholder={text.nobody}
      options={(data?.admins ?? []).map((username) => ({ value: username, label: username }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
