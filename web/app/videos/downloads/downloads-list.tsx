import { useState } from 'react'
import { Link } from 'react-router'
import { useFreeSpace } from '../../offline/storage-space.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatShortDay, formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { motifAt } from '../../ui/motif.tsx'
import { VideoRow } from '../../ui/video-card.tsx'
import { getDownloader } from './app-downloader.ts'
import { DownloadInProgress } from './download-in-progress.tsx'
import type { Download } from './download-store.ts'
import { toDownloadedVideo } from './downloaded-video.ts'
import { qualityLabel, text } from './text.ts'

/** Lists the downloads on this phone with their sizes, and buttons to delete one or all. */
export function DownloadsList({ downloads }: { downloads: readonly Download[] }) {
  return (
    <>
      <ul className="downloads">
        {downloads.map((download, index) => (
          <li key={download.video._id} className="card downloads__item">
            {download.downloadedAt === null ? (
              <div className="stack stack-3 grow">
                <b>{download.video.title}</b>
                <DownloadInProgress download={download} />
              </div>
            ) : (
              <FinishedDownload download={download} index={index} downloadedAt={download.downloadedAt} />
            )}
          </li>
        ))}
      </ul>
      <Total downloads={downloads} />
    </>
  )
}

type FinishedProps = { download: Download; index: number; downloadedAt: string }

function FinishedDownload({ download, index, downloadedAt }: FinishedProps) {
  const { video, bytes } = download
  const day = formatShortDay(new Date(downloadedAt))
  return (
    <>
      <Link className="vrow grow" to={paths.student.video(video._id)}>
        <VideoRow
          title={video.title}
          posterUrl={toDownloadedVideo(download).posterUrl}
          motif={motifAt(index)}
          detail={text.savedOn(qualityLabel(download), formatMegabytes(bytes), day)}
        />
      </Link>
      <Button
        kind="quiet"
        size="sm"
        aria-label={text.deleteLabel(video.title)}
        onClick={() => void getDownloader().remove(download)}
      >
        <Icon name="trash" />
        {text.delete}
      </Button>
    </>
  )
}

function Total({ downloads }: { downloads: readonly Download[] }) {
  const [isAsking, setAsking] = useState(false)
  const deleteAll = async () => {
    setAsking(false)
    for (const download of downloads) await getDownloader().remove(download)
  }
  return (
    <div className="row between">
      <StorageLine downloads={downloads} />
      <Button kind="quiet" size="sm" className="btn--bad" onClick={() => setAsking(true)}>
        <Icon name="trash" />
        {text.deleteAll}
      </Button>
      <Dialog
        isOpen={isAsking}
        title={text.deleteAllQuestion}
        confirmLabel={text.deleteAll}
        isDangerous
        onConfirm={() => void deleteAll()}
        onCancel={() => setAsking(false)}
      >
        {text.deleteAllEffect(sumReceived(downloads))}
      </Dialog>
    </div>
  )
}

/** Shows how many videos are saved, their total size, and how much space is left on the phone. */
export function StorageLine({ downloads }: { downloads: readonly Download[] }) {
  const used = sumReceived(downloads)
  const free = useFreeSpace(used)
  return <p className="muted">{text.usage(downloads.length, used, free)}</p>
}

function sumReceived(downloads: readonly Download[]): number {
  return downloads.reduce((sum, { received }) => sum + received, 0)
}
