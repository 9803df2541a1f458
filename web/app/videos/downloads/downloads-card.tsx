import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useStudentSession } from '../../api/session.ts'
import { canDownload } from '../../offline/downloaded-files.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { filterByStudent, getDownloadStore } from './download-store.ts'
import { settingsCardText as text } from './text.ts'

/** Loaded only if there are downloads. If loading fails, the link below is enough. */
const DownloadsUsage = lazy(async () => {
  const loaded = await import('./downloads-usage.tsx').catch(() => undefined)
  return { default: loaded?.DownloadsUsage ?? (() => <></>) }
})

/** A card in the settings: how much space the downloads use on this phone. */
export function DownloadsCard() {
  const studentId = useStudentSession()?.studentId
  const count = useSyncExternalStore(
    (listener) => getDownloadStore().subscribe(listener),
    () => filterByStudent(getDownloadStore().all(), studentId).length,
    () => 0,
  )
  if (!canDownload()) return null
  return (
    <Card className="stack stack-3" aria-labelledby="downloads">
      <h2 className="card__h" id="downloads">
        {text.saved}
      </h2>
      {count > 0 ? (
        <Suspense fallback={<p className="muted">&nbsp;</p>}>
          <DownloadsUsage />
        </Suspense>
      ) : (
        <p className="muted">{text.none}</p>
      )}
      <div>
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.savedVideos}>
          <Icon name="film-strip" />
          {text.seeSaved}
        </Link>
      </div>
    </Card>
  )
}
