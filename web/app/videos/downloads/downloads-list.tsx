import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { formatShortDay } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount, formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { motifAt } from '../../ui/motif.tsx'
import { VideoRow } from '../../ui/video-card.tsx'
import { getDownloader } from './app-downloader.ts'
import { DownloadInProgress } from './download-in-progress.tsx'
import type { Download } from './download-store.ts'
import { toDownloadedVideo } from './downloaded-video.ts'
import { useFreeSpace } from '../../offline/use-free-space.ts'
import { qualityName, formatSpace } from './text.ts'

/** The films on this phone with what they weigh, and the ways to be rid of them. */
export function DownloadsList({ films }: { films: readonly Download[] }) {
  return (
    <>
      <ul className="kept">
        {films.map((film, at) => (
          <li key={film.video._id} className="card kept__film">
            {film.downloadedAt === null ? (
              <Begun film={film} />
            ) : (
              <Whole film={film} at={at} downloadedAt={film.downloadedAt} />
            )}
          </li>
        ))}
      </ul>
      <Sum films={films} />
    </>
  )
}

function Whole({ film, at, downloadedAt }: { film: Download; at: number; downloadedAt: string }) {
  const { video } = film
  return (
    <>
      <Link className="vrow grow" to={paths.student.video(video._id)}>
        <VideoRow
          title={video.title}
          posterUrl={toDownloadedVideo(film).posterUrl}
          motif={motifAt(at)}
          detail={`${qualityName(film)}, ${formatMegabytes(film.bytes)}, saved ${formatShortDay(new Date(downloadedAt))}`}
        />
      </Link>
      <Button
        kind="quiet"
        size="sm"
        aria-label={`Delete from this phone: ${video.title}`}
        onClick={() => void getDownloader().drop(film)}
      >
        <Icon name="trash" />
        Delete
      </Button>
    </>
  )
}

function Begun({ film }: { film: Download }) {
  return (
    <div className="stack stack-3 grow">
      <b>{film.video.title}</b>
      <DownloadInProgress film={film} />
    </div>
  )
}

/** What all of them weigh, what the phone has left, and 'Delete all'. */
function Sum({ films }: { films: readonly Download[] }) {
  const [isAsking, setAsking] = useState(false)
  const used = bytesOf(films)
  const dropAll = async () => {
    setAsking(false)
    for (const film of films) await getDownloader().drop(film)
  }
  return (
    <div className="row between">
      <StorageLine films={films} />
      <Button kind="quiet" size="sm" className="btn--bad" onClick={() => setAsking(true)}>
        <Icon name="trash" />
        Delete all
      </Button>
      <Dialog
        isOpen={isAsking}
        title="Delete all saved videos?"
        confirmLabel="Delete all"
        isDangerous
        onConfirm={() => void dropAll()}
        onCancel={() => setAsking(false)}
      >
        {formatMegabytes(used)} on this phone become free. You can save the videos again when you have a network.
      </Dialog>
    </div>
  )
}

export function StorageLine({ films }: { films: readonly Download[] }) {
  const used = bytesOf(films)
  const left = useFreeSpace(used)
  return (
    <p className="muted">
      {formatCount(films.length, 'video')}, {formatMegabytes(used)}
      {left !== undefined && `. This phone has ${formatSpace(left)} left for more.`}
    </p>
  )
}

function bytesOf(films: readonly Download[]): number {
  return films.reduce((sum, { received }) => sum + received, 0)
}
