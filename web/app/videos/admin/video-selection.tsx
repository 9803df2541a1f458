import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useState, type ComponentProps } from 'react'
import { BulkDialog } from '../../bulk/admin/bulk-dialog.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx'
import type { Selection } from '../../ui/data-table/use-selection.ts'
import { formatCount } from '../../ui/format.ts'
import { TextField } from '../../ui/text-field.tsx'
import { text } from './text.ts'
import type { VideoOrder } from './use-video-order.ts'

/** The queries that actions with many videos change. */
export const bulkVideoChanges = [listAdminVideos, listVideos]

const countVideos = (count: number) => formatCount(count, 'video')

type Order = ReturnType<ComponentProps<typeof BulkDialog>['order']>
type Action = keyof typeof text.many

/** What each action sends, besides the ids. */
const orders: Record<Action, (ids: string[]) => Order> = {
  premium: (ids) => ({ action: 'videos.visibility', options: { access: 'premium' }, targets: { ids } }),
  free: (ids) => ({ action: 'videos.visibility', options: { access: 'free' }, targets: { ids } }),
  publish: (ids) => ({ action: 'videos.visibility', options: { publish: 'now' }, targets: { ids } }),
  draft: (ids) => ({ action: 'videos.visibility', options: { publish: 'draft' }, targets: { ids } }),
  delete: (ids) => ({ action: 'videos.delete', options: {}, targets: { ids } }),
}
const visibilityActions = ['premium', 'free', 'publish', 'draft'] as const satisfies Action[]

type Props = {
  selection: Selection
  /** All videos in the order of students. */
  order: VideoOrder
}

/** What can be done with the selected videos. */
export function VideoSelectionBar({ selection, order }: Props) {
  const [asked, setAsked] = useState<Action | 'move'>()
  // The page has all videos that the filters match, so there are no others to select.
  const ids = order.ids.filter((id) => selection.has(id))
  const count = countVideos(ids.length)
  const action = asked === 'move' ? undefined : asked
  const close = () => setAsked(undefined)
  return (
    <IfAllowed who={bulkAudience['videos.visibility']}>
      <SelectionBar selection={selection} countLabel={countVideos} allLabel={count} hasMore={false}>
        {visibilityActions.map((one) => (
          <Button key={one} kind="line" size="sm" onClick={() => setAsked(one)}>
            {text.many[one].label}
          </Button>
        ))}
        <Button kind="line" size="sm" onClick={() => setAsked('move')}>
          {text.moveSelected}
        </Button>
        <Button kind="quiet" size="sm" className="btn--bad" onClick={() => setAsked('delete')}>
          {text.many.delete.label}
        </Button>
      </SelectionBar>
      <BulkDialog
        isOpen={action !== undefined}
        title={action ? text.many[action].title(count) : ''}
        confirmLabel={action ? text.many[action].label : ''}
        isDangerous={action === 'delete'}
        changes={bulkVideoChanges}
        order={() => action && orders[action](ids)}
        onClose={close}
        onStarted={selection.clear}
      >
        <p>{action && text.many[action].effect}</p>
      </BulkDialog>
      <MoveDialog isOpen={asked === 'move'} ids={ids} order={order} onClose={close} onMoved={selection.clear} />
    </IfAllowed>
  )
}

type MoveProps = { isOpen: boolean; ids: string[]; order: VideoOrder; onClose: () => void; onMoved: () => void }

/** Asks for the place of the first of the selected videos; the others follow it in their order. */
function MoveDialog({ isOpen, ids, order, onClose, onMoved }: MoveProps) {
  const [typed, setTyped] = useState('1')
  const others = order.ids.filter((id) => !ids.includes(id))
  const place = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0
  const options = { before: others[place - 1] ?? null }
  return (
    <BulkDialog
      isOpen={isOpen}
      title={text.moveTitle(countVideos(ids.length))}
      confirmLabel={text.move}
      changes={bulkVideoChanges}
      order={() => (place < 1 ? undefined : { action: 'videos.move', options, targets: { ids } })}
      onClose={onClose}
      onStarted={onMoved}
    >
      <TextField
        label={text.placeOfFirst}
        hint={text.placeOfFirstHint(order.ids.length)}
        error={place < 1 ? text.placeMissing : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </BulkDialog>
  )
}
