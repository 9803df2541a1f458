import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { moveButtonId, type MoveDirection } from './list-order.ts'

type Props = {
  item: { _id: string; title: string }
  /** Its position in the list, from 1. */
  position: number
  count: number
  onMove: (direction: MoveDirection) => void
}

/** Moves one item of a list. At the ends of the list the buttons stay enabled for the focus, but do nothing. */
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
