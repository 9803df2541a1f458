import { Link } from 'react-router'
import { canDownload } from '../../offline/storage-space.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StorageLine } from './downloads-list.tsx'
import { text } from './text.ts'
import { useDownloads } from './use-downloads.ts'

/** A card in the settings: how much space the downloads use on this phone. */
export function DownloadsCard() {
  const downloads = useDownloads()
  if (!canDownload()) return null
  return (
    <Card className="stack stack-3" aria-labelledby="downloads">
      <h2 className="card__h" id="downloads">
        {text.saved}
      </h2>
      {downloads.length > 0 ? <StorageLine downloads={downloads} /> : <p className="muted">{text.none}</p>}
      <div>
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.savedVideos}>
          <Icon name="film-strip" />
          {text.seeSaved}
        </Link>
      </div>
    </Card>
  )
}
