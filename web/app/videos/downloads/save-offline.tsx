import type { Video } from '@baobab/contract/videos.ts'
import { useStudentSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { findRendition } from '../quality.ts'
import { useQuality } from '../use-quality.ts'
import { getDownloader } from './app-downloader.ts'
import { DownloadInProgress } from './download-in-progress.tsx'
import { isLoginRemembered } from '../../offline/is-login-remembered.ts'
import { storedFileName } from '../../offline/downloaded-files.ts'
import type { Download } from './download-store.ts'
import { findDownloadSource, type DownloadSource } from './downloaded-video.ts'
import { requestPersistentStorage, canDownload } from '../../offline/storage-space.ts'
import { useDownloads } from './use-downloads.ts'
import { useFreeSpace } from '../../offline/use-free-space.ts'
import { noRoomSentence, qualityName, downloadsText } from './text.ts'

/** Keeps a film on the phone in the chosen quality, or says that it is there. Visitors keep none. */
export function SaveOffline({ video }: { video: Video }) {
  const studentId = useStudentSession()?.studentId
  const film = useDownloads().find((one) => one.video._id === video._id)
  const quality = useQuality(video._id)
  const offer = findDownloadSource(video, findRendition(video, quality))
  if (!studentId || !canDownload()) return null
  if (film?.downloadedAt === null) return <DownloadInProgress film={film} />
  const isOther = offer && film && storedFileName(offer.links.film) !== film.files.film
  return (
    <div className="stack stack-3">
      <div role="status">{film && <Kept film={film} />}</div>
      {offer && (!film || isOther) && <Save studentId={studentId} video={video} offer={offer} film={film} />}
    </div>
  )
}

type SaveProps = { studentId: string; video: Video; offer: DownloadSource; film: Download | undefined }

function Save({ studentId, video, offer, film }: SaveProps) {
  const left = useFreeSpace(film?.bytes ?? 0)
  const room = left === undefined ? undefined : left + (film?.bytes ?? 0)
  if (room !== undefined && room < offer.bytes * 1.05) {
    return <Note kind="warn">{noRoomSentence(offer.bytes, room)}</Note>
  }
  const save = () => {
    requestPersistentStorage()
    void getDownloader().save(studentId, video, offer)
  }
  const cost = `${qualityName(offer)}, ${formatMegabytes(offer.bytes)}`
  return (
    <div className="row">
      <Button kind="line" aria-label={`${downloadsText.save}: ${video.title}, ${cost}`} onClick={save}>
        <Icon name="download-simple" />
        {film ? `Save in ${qualityName(offer)} instead` : downloadsText.save}
      </Button>
      <span className="small muted">{cost}</span>
    </div>
  )
}

function Kept({ film }: { film: Download }) {
  return (
    <Note kind="ok" icon="device-mobile">
      <div className="row between">
        <span>
          <b>{downloadsText.saved}</b> ({qualityName(film)}, {formatMegabytes(film.bytes)}).
          {!isLoginRemembered() && <span className="small"> {downloadsText.logInAgain}</span>}
        </span>
        <Button
          kind="quiet"
          size="sm"
          aria-label={`Delete from this phone: ${film.video.title}`}
          onClick={() => void getDownloader().drop(film)}
        >
          <Icon name="trash" />
          Delete
        </Button>
      </div>
    </Note>
  )
}
