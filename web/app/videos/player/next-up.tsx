import type { Video } from '@baobab/contract/videos.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { MotifName } from '../../ui/motif.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { formatLengthAndSize } from '../length-and-size.ts'
import { PLAYS_AT_ONCE } from './autoplay.ts'
import { useQuality } from '../use-quality.ts'

type Props = { next: Video; posterUrl: string | null; motif: MotifName; onAgain: () => void }

/** After the end: the next film with its cost. Nothing starts by itself, because data is dear. */
export function NextUp({ next, posterUrl, motif, onAgain }: Props) {
  const quality = useQuality(next._id)
  return (
    <>
      <Thumb posterUrl={posterUrl} motif={motif} />
      <div className="player__over" role="group" aria-label="Next up">
        <p role="status">
          Next up: <b>{next.title}</b>
          <br />
          <span className="small">{formatLengthAndSize(next, quality)}</span>
        </p>
        <div className="player__ways">
          <Link
            className={buttonClass({ kind: 'accent', size: 'sm' })}
            to={paths.student.video(next._id)}
            state={PLAYS_AT_ONCE}
          >
            <Icon name="play" size="sm" />
            Play next
          </Link>
          <Button kind="line" size="sm" onClick={onAgain}>
            Watch again
          </Button>
        </div>
      </div>
    </>
  )
}
