import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { isLoginRemembered, useStudentSession } from '../../api/session.ts'
import { canDownload, storedFileName } from '../../offline/downloaded-files.ts'
import { requestPersistentStorage, useFreeSpace } from '../../offline/storage-space.ts'
import { Button } from '../../ui/button.tsx'
import { formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { findRendition } from '../quality.ts'
import { useQuality } from '../use-quality.ts'
import { getDownloader } from './app-downloader.ts'
import { DownloadInProgress } from './download-in-progress.tsx'
import type { Download } from './download-store.ts'
import { findDownloadSource, type DownloadSource } from './downloaded-video.ts'
import { qualityLabel, text } from './text.ts'
import { useDownloads } from './use-downloads.ts'

/** Other data may fill the phone while the download runs: require 5 per cent more than its size. */
const SPACE_MARGIN = 1.05

/** Downloads a video in the chosen quality, or shows its download. For students only. */
export function SaveOffline({ video }: { video: Video }) {
  const studentId = useStudentSession()?.studentId
  const download = useDownloads().find((one) => one.video._id === video._id)
  const quality = useQuality(video._id)
  const source = findDownloadSource(video, findRendition(video, quality))
  if (!studentId || !canDownload()) return null
  if (download?.downloadedAt === null) return <DownloadInProgress download={download} />
  const isOtherQuality = source && download && storedFileName(source.links.video) !== download.files.video
  return (
    <div className="stack stack-3">
      <div role="status">{download && <Saved download={download} />}</div>
      {source && (!download || isOtherQuality) && (
        <Save studentId={studentId} video={video} source={source} replaced={download} />
      )}
    </div>
  )
}

type SaveProps = { studentId: string; video: Video; source: DownloadSource; replaced: Download | undefined }

function Save({ studentId, video, source, replaced }: SaveProps) {
  const free = useFreeSpace(replaced?.bytes ?? 0)
  const space = free === undefined ? undefined : free + (replaced?.bytes ?? 0)
  if (space !== undefined && space < source.bytes * SPACE_MARGIN) {
    return <Note kind="warn">{text.noSpace(source.bytes, space)}</Note>
  }
  const save = () => {
    requestPersistentStorage()
    void getDownloader().save(studentId, video, source)
  }
  const details = text.qualityAndSize(qualityLabel(source), formatMegabytes(source.bytes))
  return (
    <div className="row">
      <Button kind="line" aria-label={text.saveLabel(video.title, details)} onClick={save}>
        <Icon name="download-simple" />
        {replaced ? text.saveInstead(qualityLabel(source)) : text.save}
      </Button>
      <span className="small muted">{details}</span>
    </div>
  )
}

function Saved({ download }: { download: Download }) {
  return (
    <Note kind="ok" icon="device-mobile">
      <div className="row between">
        <span>
          {richText(text.savedDetails, {
            saved: <b>{text.saved}</b>,
            quality: qualityLabel(download),
            size: formatMegabytes(download.bytes),
          })}
          {/* Without a network, the student could not log in again. */}
          {!isLoginRemembered() && <span className="small"> {text.rememberMe}</span>}
        </span>
        <Button
          kind="quiet"
          size="sm"
          aria-label={text.deleteLabel(download.video.title)}
          onClick={() => void getDownloader().remove(download)}
        >
          <Icon name="trash" />
          {text.delete}
        </Button>
      </div>
    </Note>
  )
}
