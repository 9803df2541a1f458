import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { DownloadsList } from './downloads-list.tsx'
import { useDownloads } from './use-downloads.ts'
import { downloadsText } from './text.ts'

type Props = {
  /** The list of all videos could not be read: this is what there is instead. */
  offline?: { isRetrying: boolean; onRetry: () => void }
  /** Somebody wanted to see a video that is not among them. */
  isMissing?: boolean
}

/** 'Saved on this phone': the page for when there is no network, and a filter of the list when there is. */
export function DownloadsPage({ offline, isMissing = false }: Props) {
  const films = useDownloads()
  return (
    <>
      {!offline && (
        <Link className="back" to={paths.student.videos}>
          <Icon name="arrow-left" />
          All Videos
        </Link>
      )}
      <PageHead title={downloadsText.saved} lead={downloadsText.listHelp} />
      {offline && (
        <Note kind="warn" icon="wifi-slash">
          <div className="row between">
            <span>
              {isMissing && `${downloadsText.notSaved} `}
              {downloadsText.restLater}
            </span>
            <Button kind="line" size="sm" onClick={offline.onRetry} busyLabel={offline.isRetrying && 'Trying again...'}>
              Try again
            </Button>
          </div>
        </Note>
      )}
      {films.length > 0 ? (
        <DownloadsList films={films} />
      ) : (
        <Empty title={downloadsText.noneSaved} help={downloadsText.noneHelp}>
          {!offline && (
            <Link className={buttonClass({ kind: 'line' })} to={paths.student.videos}>
              All Videos
            </Link>
          )}
        </Empty>
      )}
    </>
  )
}
