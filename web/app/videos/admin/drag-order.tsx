import { useRef, type DragEvent, type ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { text } from './text.ts'
import type { VideoOrder } from './use-video-order.ts'

/** Rows of a table and items of a list are what is dragged. */
const ITEMS = 'tr, li'
type Target = Parameters<VideoOrder['onDrop']>[1]

/**
 * Lets its rows or items be dragged by their handles. The place where one would be dropped is marked by an attribute, so
 * that a drag renders nothing.
 * @param isGrid items are beside each other, so that their left and right halves count, not the upper and lower
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
