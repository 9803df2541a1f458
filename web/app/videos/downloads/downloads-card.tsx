import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StorageLine } from './downloads-list.tsx'
import { canDownload } from '../../offline/storage-space.ts'
import { useDownloads } from './use-downloads.ts'
import { downloadsText } from './text.ts'

/** In the settings: what saved videos take of this phone. */
export function DownloadsCard() {
  const films = useDownloads()
  if (!canDownload()) return null
  return (
    <Card className="stack stack-3" aria-labelledby="kept-films">
      <h2 className="card__h" id="kept-films">
        {downloadsText.saved}
      </h2>
      {films.length > 0 ? <StorageLine films={films} /> : <p className="muted">{downloadsText.noneSaved}</p>}
      <div>
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.savedVideos}>
          <Icon name="film-strip" />
          Saved videos
        </Link>
      </div>
    </Card>
  )
}
