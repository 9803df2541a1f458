import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { RoomLine } from './kept-list.tsx'
import { canKeepFilms } from './storage-room.ts'
import { useFilms } from './use-kept-films.ts'
import { words } from './words.ts'

/** In the settings: what saved videos take of this phone. */
export function KeptCard() {
  const films = useFilms()
  if (!canKeepFilms()) return null
  return (
    <Card className="stack stack-3" aria-labelledby="kept-films">
      <h2 className="card__h" id="kept-films">
        {words.saved}
      </h2>
      {films.length > 0 ? <RoomLine films={films} /> : <p className="muted">{words.noneSaved}</p>}
      <div>
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.savedVideos}>
          <Icon name="film-strip" />
          Saved videos
        </Link>
      </div>
    </Card>
  )
}
