import { bulkAudience } from '@baobab/contract/bulk.ts'
import { listAssignees, listMessages, oneMessage, type MessageFilter } from '@baobab/contract/contact-admin.ts'
import { countOpenMessages } from '@baobab/contract/menu-counts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { apiQuery } from '../../api/query.ts'
import { BulkDialog } from '../../bulk/admin/bulk-dialog.tsx'
import { toTargets } from '../../bulk/admin/use-bulk-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx'
import type { Selection } from '../../ui/data-table/use-selection.ts'
import { formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { text } from './text.ts'

/** The queries that actions with many messages change. */
export const bulkMessageChanges = [listMessages, oneMessage, countOpenMessages]
/** Who may select messages: whoever may do something with them. */
export const messageSelectors = bulkAudience['messages.organize']

type Order = NonNullable<ReturnType<ComponentProps<typeof BulkDialog>['order']>>
type Action = keyof typeof text.many
type Targets = Extract<Order, { action: 'messages.mark' }>['targets']

/** What each action sends. `assignedTo` is the admin who was chosen. */
const orders: Record<Action, (targets: Targets, assignedTo: string) => Order> = {
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
const actions = Object.keys(orders) as Action[]

const countMessages = (count: number) => formatCount(count, 'message')

type Props = { selection: Selection; show: MessageFilter; search: string; hasMore: boolean }

/** What can be done with the selected messages. */
export function MessageSelectionBar({ selection, show, search, hasMore }: Props) {
  const [asked, setAsked] = useState<Action>()
  const [assignedTo, setAssignedTo] = useState('')
  const count = selection.isAll ? text.allMatching : countMessages(selection.ids.size)
  const targets = toTargets(selection, { show, ...(search && { search }) })
  return (
    <>
      <SelectionBar selection={selection} countLabel={countMessages} allLabel={text.allMatching} hasMore={hasMore}>
        {actions.map((action) => (
          <Button key={action} kind="line" size="sm" onClick={() => setAsked(action)}>
            {text.many[action].label}
          </Button>
        ))}
      </SelectionBar>
      <BulkDialog
        isOpen={asked !== undefined}
        title={asked ? text.many[asked].title(count) : ''}
        confirmLabel={asked ? text.many[asked].label : ''}
        changes={bulkMessageChanges}
        order={() => asked && orders[asked](targets, assignedTo)}
        onClose={() => setAsked(undefined)}
        onStarted={selection.clear}
      >
        <p>{asked && text.many[asked].effect}</p>
        {asked === 'assign' && <Assignee value={assignedTo} onChange={setAssignedTo} />}
      </BulkDialog>
    </>
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
