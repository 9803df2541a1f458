import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { shortDay } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { counted, megabytes } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { motifAt } from '../ui/motif.tsx'
import { VideoRow } from '../ui/video-card.tsx'
import { filmKeeper } from './app-film-keeper.ts'
import { FilmOnItsWay } from './film-on-its-way.tsx'
import type { KeptFilm } from './kept-films.ts'
import { videoOfKept } from './kept-video.ts'
import { useRoomLeft } from './use-room-left.ts'
import { qualityName, roomName } from './words.ts'

/** The films on this phone with what they weigh, and the ways to be rid of them. */
export function KeptList({ films }: { films: readonly KeptFilm[] }) {
  return (
    <>
      <ul className="kept">
        {films.map((film, at) => (
          <li key={film.video._id} className="card kept__film">
            {film.keptAt === null ? <Begun film={film} /> : <Whole film={film} at={at} keptAt={film.keptAt} />}
          </li>
        ))}
      </ul>
      <Sum films={films} />
    </>
  )
}

function Whole({ film, at, keptAt }: { film: KeptFilm; at: number; keptAt: string }) {
  const { video } = film
  return (
    <>
      <Link className="vrow grow" to={paths.student.video(video._id)}>
        <VideoRow
          title={video.title}
          posterUrl={videoOfKept(film).posterUrl}
          motif={motifAt(at)}
          detail={`${qualityName(film)}, ${megabytes(film.bytes)}, saved ${shortDay(new Date(keptAt))}`}
        />
      </Link>
      <Button
        kind="quiet"
        size="sm"
        aria-label={`Delete from this phone: ${video.title}`}
        onClick={() => void filmKeeper().drop(film)}
      >
        <Icon name="trash" />
        Delete
      </Button>
    </>
  )
}

function Begun({ film }: { film: KeptFilm }) {
  return (
    <div className="stack stack-3 grow">
      <b>{film.video.title}</b>
      <FilmOnItsWay film={film} />
    </div>
  )
}

/** What all of them weigh, what the phone has left, and 'Delete all'. */
function Sum({ films }: { films: readonly KeptFilm[] }) {
  const [isAsking, setAsking] = useState(false)
  const used = bytesOf(films)
  const dropAll = async () => {
    setAsking(false)
    for (const film of films) await filmKeeper().drop(film)
  }
  return (
    <div className="row between">
      <RoomLine films={films} />
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
        {megabytes(used)} on this phone become free. You can save the videos again when you have a network.
      </Dialog>
    </div>
  )
}

export function RoomLine({ films }: { films: readonly KeptFilm[] }) {
  const used = bytesOf(films)
  const left = useRoomLeft(used)
  return (
    <p className="muted">
      {counted(films.length, 'video')}, {megabytes(used)}
      {left !== undefined && `. This phone has ${roomName(left)} left for more.`}
    </p>
  )
}

function bytesOf(films: readonly KeptFilm[]): number {
  return films.reduce((sum, { received }) => sum + received, 0)
}
