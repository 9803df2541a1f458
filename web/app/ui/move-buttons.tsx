import { Button, IconButton } from './button.tsx'

type Props = {
  item: { _id: string; title: string }
  /** Its position in the list, from 1. */
  position: number
  count: number
  onMove: (direction: MoveDirection) => void
}

/** Moves one item of a list. At either end of the list the buttons stay enabled to keep the focus, but do nothing. */
export function MoveButtons({ item: { _id, title }, position, count, onMove }: Props) {
  const [isFirst, isLast] = [position === 1, position === count]
  return (
    <div className="row between moves">
      <span className="small muted num">{text.position(position, count)}</span>
      <span className="row nowrap acts">
        <Button
          id={moveButtonId(_id, 'top')}
          kind="quiet"
          size="sm"
          aria-label={text.toTopOf(title)}
          aria-disabled={isFirst}
          onClick={() => onMove('top')}
        >
          {text.toTop}
        </Button>
        <IconButton
          id={moveButtonId(_id, 'up')}
          icon="arrow-up"
          label={text.up(title)}
          aria-disabled={isFirst}
          onClick={() => onMove('up')}
        />
        <IconButton
          id={moveButtonId(_id, 'down')}
          icon="arrow-down"
          label={text.down(title)}
          aria-disabled={isLast}
          onClick={() => onMove('down')}
        />
      </span>
    </div>
  )
}

const text = {
  position: (position: number, count: number) => `Position ${position} of ${count}`,
  toTop: 'Move to top',
  toTopOf: (title: string) => `Move to top: ${title}`,
  up: (title: string) => `Move ${title} up`,
  down: (title: string) => `Move ${title} down`,
}

// Moving items in lists that people order by hand: videos, questions
export type MoveDirection = 'up' | 'down' | 'top'

/** Returns the id of the item that a moved item is placed before, or null for the end; undefined if it cannot move that way. */
export function findMoveTarget(
  ids: readonly string[],
  id: string,
  direction: MoveDirection,
): { before: string | null } | undefined {
  const index = ids.indexOf(id)
  if (index < 0) return undefined
  if (direction === 'down') return index === ids.length - 1 ? undefined : { before: ids[index + 2] ?? null }
  if (index === 0) return undefined
  return { before: ids[direction === 'top' ? 0 : index - 1] ?? null }
}

/** Returns the id of the item to place an item before, so that it ends up at a place counted from 1; null for the end. */
export function findPlaceTarget(
  ids: readonly string[],
  id: string,
  place: number,
): { before: string | null } | undefined {
  const index = ids.indexOf(id)
  if (index < 0 || index === place - 1) return undefined
  return { before: ids.filter((other) => other !== id)[place - 1] ?? null }
}

/** Sorts items in the order of `ids`. Items that are not in `ids` come first. */
export function sortByIds<Item extends { _id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const positions = new Map(ids.map((id, index) => [id, index]))
  const positionOf = ({ _id }: Item) => positions.get(_id) ?? -1
  return items.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** The DOM id of a button in MoveButtons, for restoring its focus after the list was reordered. */
export const moveButtonId = (id: string, direction: MoveDirection) => `move-${direction}-${id}`
