import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { DownloadsList } from './downloads-list.tsx'
import { text } from './text.ts'
import { useDownloads } from './use-downloads.ts'

type Props = {
  /** Set if the list of all videos could not be loaded and the downloads are shown instead. */
  offline?: { isRetrying: boolean; onRetry: () => void }
  /** Set if the student opened a video that is not downloaded. */
  isMissing?: boolean
}

/** 'Saved on this phone': replaces the list of videos while the student is offline, and is a filter of it otherwise. */
export function DownloadsPage({ offline, isMissing = false }: Props) {
  const downloads = useDownloads()
  return (
    <>
      {!offline && (
        <Link className="back" to={paths.student.videos}>
          <Icon name="arrow-left" />
          {text.allVideos}
        </Link>
      )}
      <PageHead title={text.saved} lead={text.lead} />
      {offline && (
        <Note kind="warn" icon="wifi-slash">
          <div className="row between">
            <span>
              {isMissing && `${text.notSaved} `}
              {text.othersLater}
            </span>
            <Button kind="line" size="sm" onClick={offline.onRetry} busyLabel={offline.isRetrying && text.tryingAgain}>
              {text.tryAgain}
            </Button>
          </div>
        </Note>
      )}
      {downloads.length > 0 ? (
        <DownloadsList downloads={downloads} />
      ) : (
        <Empty title={text.none} help={text.noneHelp}>
          {!offline && (
            <Link className={buttonClass({ kind: 'line' })} to={paths.student.videos}>
              {text.allVideos}
            </Link>
          )}
        </Empty>
      )}
    </>
  )
}
