import { listAdminVideos, orderVideos } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useRef, type DragEvent, type ReactNode, useState, type SyntheticEvent } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { findMoveTarget, findPlaceTarget, moveButtonId, type MoveDirection } from '../../ui/move-buttons.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'
import { useAdminVideos } from './use-admin-videos.ts'

/** The order of all videos, and the ways to move one. */
export type VideoOrder = {
  ids: readonly string[]
  onMove: (id: string, direction: MoveDirection) => void
  /** Moves a video to a place, from 1. */
  onPlace: (id: string, place: number) => void
  onDrop: (id: string, target: { id: string; side: 'before' | 'after' }) => void
}

/** Returns all videos in the order that students see, including those that they cannot see yet. */
export function useVideoOrder(): VideoOrder {
  const send = useApiMutation(orderVideos, { changes: [listAdminVideos, listVideos] })
  const videos = useAdminVideos().data ?? []
  const ids = videos.toSorted((a, b) => a.position - b.position || a._id.localeCompare(b._id)).map(({ _id }) => _id)

  async function move(id: string, target: { before: string | null } | undefined, focusId?: string) {
    if (!target || send.isPending) return
    try {
      const { message } = await send.mutateAsync({ body: { id, ...target } })
      toast(message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
    // The video has moved in the page, which in some browsers removes the focus from its control.
    if (focusId !== undefined) document.getElementById(focusId)?.focus()
  }

  return {
    ids,
    onMove: (id, direction) => void move(id, findMoveTarget(ids, id, direction), moveButtonId(id, direction)),
    onPlace: (id, place) => void move(id, findPlaceTarget(ids, id, place), placeFieldId(id)),
    onDrop: (id, { id: over, side }) => {
      const place = ids.filter((one) => one !== id).indexOf(over) + (side === 'before' ? 1 : 2)
      if (id !== over) void move(id, findPlaceTarget(ids, id, place))
    },
  }
}

/** What can be dragged: table rows and list items. */
const ITEMS = 'tr, li'
type Target = Parameters<VideoOrder['onDrop']>[1]

/**
 * Lets its rows or items be dragged by their handles. The place where one would be dropped is marked by an attribute, so
 * that React renders nothing during a drag.
 * @param isGrid whether items are side by side, so that the left or right half decides, not the upper or lower half
 */
export function DragOrder({
  isGrid,
  onDrop,
  children,
}: {
  isGrid: boolean
  onDrop: VideoOrder['onDrop']
  children: ReactNode
}) {
  const dragged = useRef<string>(undefined)
  const marked = useRef<HTMLElement>(undefined)

  function mark(item: HTMLElement | undefined, side: Target['side'] = 'before') {
    if (marked.current !== item) delete marked.current?.dataset['drop']
    marked.current = item
    if (item) item.dataset['drop'] = side
  }

  function findTarget(event: DragEvent): { item: HTMLElement; target: Target } | undefined {
    const item = findItem(event.target)
    const id = item?.querySelector<HTMLElement>('[data-drag]')?.dataset['drag']
    if (!item || id === undefined) return undefined
    const { left, top, width, height } = item.getBoundingClientRect()
    const isBefore = isGrid ? event.clientX < left + width / 2 : event.clientY < top + height / 2
    return { item, target: { id, side: isBefore ? 'before' : 'after' } }
  }

  return (
    <div
      className={isGrid ? 'drag drag--grid' : 'drag'}
      onDragStart={(event) => {
        const id = event.target instanceof HTMLElement ? event.target.dataset['drag'] : undefined
        if (id === undefined) return
        dragged.current = id
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', id)
        const item = findItem(event.target)
        if (item) event.dataTransfer.setDragImage(item, 24, 24)
      }}
      onDragOver={(event) => {
        const found = dragged.current === undefined ? undefined : findTarget(event)
        if (!found) return
        event.preventDefault()
        mark(found.item, found.target.side)
      }}
      onDrop={(event) => {
        const [id, found] = [dragged.current, findTarget(event)]
        mark(undefined)
        if (id === undefined || !found) return
        event.preventDefault()
        onDrop(id, found.target)
      }}
      onDragEnd={() => {
        dragged.current = undefined
        mark(undefined)
      }}
    >
      {children}
    </div>
  )
}

function findItem(target: EventTarget): HTMLElement | undefined {
  return (target instanceof HTMLElement && target.closest<HTMLElement>(ITEMS)) || undefined
}

/** For the mouse only: keyboards and touch screens have the buttons and the field beside it. */
export function DragHandle({ id }: { id: string }) {
  return (
    <span className="drag__h" draggable data-drag={id} title={text.dragToMove} aria-hidden="true">
      <Icon name="list" />
    </span>
  )
}

type Props = {
  item: { _id: string; title: string }
  /** Its place in the list, from 1. */
  place: number
  count: number
  onPlace: (place: number) => void
}

/** The DOM id of the field, to restore its focus after the list was reordered. */
const placeFieldId = (id: string) => `place-${id}`

/** Moves a video to a place by its number. A number beyond the end of the list moves it there. */
export function PlaceForm({ item: { _id, title }, place, count, onPlace }: Props) {
  const [typed, setTyped] = useState<string>()

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const wanted = Math.min(Math.max(1, Math.round(Number(typed))), count)
    setTyped(undefined)
    if (typed && Number.isFinite(wanted) && wanted !== place) onPlace(wanted)
  }

  return (
    <form className="place" noValidate onSubmit={submit}>
      <input
        id={placeFieldId(_id)}
        className="input num"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        aria-label={text.placeOf(title, count)}
        value={typed ?? String(place)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" kind="line" size="sm" aria-label={text.moveToPlace(title)}>
        {text.move}
      </Button>
    </form>
  )
}
