import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { moveButtonId } from '../videos/admin/use-video-order.ts'
import type { MoveDirection } from './list-order.ts'

type Props = {
  item: { _id: string; title: string }
  /** Its place in the order that students see, from 1. */
  place: number
  count: number
  onMove: (move: MoveDirection) => void
}

/** They stay where they are at the ends, and do nothing there: the focus must not be lost on the way. */
export function MoveButtons({ item: { _id, title }, place, count, onMove }: Props) {
  const [isFirst, isLast] = [place === 1, place === count]
  return (
    <div className="row between moves">
      <span className="small muted num">
        Place {place} of {count}
      </span>
      <span className="row nowrap acts">
        <Button
          id={moveButtonId(_id, 'top')}
          kind="quiet"
          size="sm"
          aria-label={`To the top: ${title}`}
          aria-disabled={isFirst}
          onClick={() => onMove('top')}
        >
          To the top
        </Button>
        <IconButton
          id={moveButtonId(_id, 'up')}
          icon="arrow-up"
          label={`Move ${title} up`}
          aria-disabled={isFirst}
          onClick={() => onMove('up')}
        />
        <IconButton
          id={moveButtonId(_id, 'down')}
          icon="arrow-down"
          label={`Move ${title} down`}
          aria-disabled={isLast}
          onClick={() => onMove('down')}
        />
      </span>
    </div>
  )
}
