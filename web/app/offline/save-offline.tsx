import type { Video } from '@baobab/contract/videos.ts'
import { useStudentSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { megabytes } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { renditionOf } from '../videos/quality.ts'
import { useQuality } from '../videos/use-quality.ts'
import { filmKeeper } from './app-film-keeper.ts'
import { FilmOnItsWay } from './film-on-its-way.tsx'
import { isRemembered } from './is-remembered.ts'
import { keptName } from './kept-files.ts'
import type { KeptFilm } from './kept-films.ts'
import { offerOf, type Offer } from './kept-video.ts'
import { askToStay, canKeepFilms } from './storage-room.ts'
import { useFilms } from './use-kept-films.ts'
import { useRoomLeft } from './use-room-left.ts'
import { noRoomSentence, qualityName, words } from './words.ts'

/** Keeps a film on the phone in the chosen quality, or says that it is there. Visitors keep none. */
export function SaveOffline({ video }: { video: Video }) {
  const studentId = useStudentSession()?.studentId
  const film = useFilms().find((one) => one.video._id === video._id)
  const quality = useQuality(video._id)
  const offer = offerOf(video, renditionOf(video, quality))
  if (!studentId || !canKeepFilms()) return null
  if (film?.keptAt === null) return <FilmOnItsWay film={film} />
  const isOther = offer && film && keptName(offer.links.film) !== film.files.film
  return (
    <div className="stack stack-3">
      <div role="status">{film && <Kept film={film} />}</div>
      {offer && (!film || isOther) && <Save studentId={studentId} video={video} offer={offer} film={film} />}
    </div>
  )
}

type SaveProps = { studentId: string; video: Video; offer: Offer; film: KeptFilm | undefined }

function Save({ studentId, video, offer, film }: SaveProps) {
  const left = useRoomLeft(film?.bytes ?? 0)
  const room = left === undefined ? undefined : left + (film?.bytes ?? 0)
  if (room !== undefined && room < offer.bytes * 1.05) {
    return <Note kind="warn">{noRoomSentence(offer.bytes, room)}</Note>
  }
  const save = () => {
    askToStay()
    void filmKeeper().save(studentId, video, offer)
  }
  const cost = `${qualityName(offer)}, ${megabytes(offer.bytes)}`
  return (
    <div className="row">
      <Button kind="line" aria-label={`${words.save}: ${video.title}, ${cost}`} onClick={save}>
        <Icon name="download-simple" />
        {film ? `Save in ${qualityName(offer)} instead` : words.save}
      </Button>
      <span className="small muted">{cost}</span>
    </div>
  )
}

function Kept({ film }: { film: KeptFilm }) {
  return (
    <Note kind="ok" icon="device-mobile">
      <div className="row between">
        <span>
          <b>{words.saved}</b> ({qualityName(film)}, {megabytes(film.bytes)}).
          {!isRemembered() && <span className="small"> {words.logInAgain}</span>}
        </span>
        <Button
          kind="quiet"
          size="sm"
          aria-label={`Delete from this phone: ${film.video.title}`}
          onClick={() => void filmKeeper().drop(film)}
        >
          <Icon name="trash" />
          Delete
        </Button>
      </div>
    </Note>
  )
}
