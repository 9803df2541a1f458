import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Weave } from '../ui/weave.tsx'
import { filmKeeper } from './app-film-keeper.ts'
import type { KeptFilm } from './kept-films.ts'
import { useSaving } from './use-kept-films.ts'
import { useRoomLeft } from './use-room-left.ts'
import { noRoomSentence, receivedSentence, words } from './words.ts'

/** A film that is not here whole: how far it is, and what can be done. */
export function FilmOnItsWay({ film }: { film: KeptFilm }) {
  const saving = useSaving(film)
  const received = saving?.received ?? film.received
  const isComing = saving?.state === 'saving' || saving?.state === 'waiting'
  const { title } = film.video
  const keeper = filmKeeper()
  return (
    <div className="stack stack-3">
      <p className="row between small">
        <b>{isComing ? 'Saving on this phone...' : 'Paused'}</b>
        <span className="num">{receivedSentence(received, film.bytes)}</span>
      </p>
      <Weave
        percent={(received / film.bytes) * 100}
        label={`Saving ${title}`}
        valueText={receivedSentence(received, film.bytes)}
      />
      <div role="status">
        <Trouble film={film} state={saving?.state} />
      </div>
      <div className="row">
        {isComing ? (
          <Button kind="line" size="sm" aria-label={`Pause saving: ${title}`} onClick={() => keeper.pause(film)}>
            Pause
          </Button>
        ) : (
          <Button size="sm" aria-label={`Go on saving: ${title}`} onClick={() => void keeper.goOn(film)}>
            Go on
          </Button>
        )}
        <Button kind="quiet" size="sm" aria-label={`Stop saving: ${title}`} onClick={() => void keeper.drop(film)}>
          Stop
        </Button>
      </div>
    </div>
  )
}

type TroubleProps = { film: KeptFilm; state: 'saving' | 'waiting' | 'no-room' | 'failed' | undefined }

function Trouble({ film, state }: TroubleProps) {
  const left = useRoomLeft(film.received)
  if (state === 'waiting') return <Note kind="warn">{words.waiting}</Note>
  if (state === 'failed') return <Note kind="bad">{words.failed}</Note>
  if (state === 'no-room') return <Note kind="bad">{noRoomSentence(film.bytes - film.received, left)}</Note>
  return null
}
