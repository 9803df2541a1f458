import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Weave } from '../../ui/weave.tsx'
import { getDownloader } from './app-downloader.ts'
import type { Download } from './download-store.ts'
import { useDownloadProgress } from './use-downloads.ts'
import { useFreeSpace } from '../../offline/use-free-space.ts'
import { noRoomSentence, receivedSentence, downloadsText } from './text.ts'

/** A film that is not here whole: how far it is, and what can be done. */
export function DownloadInProgress({ film }: { film: Download }) {
  const saving = useDownloadProgress(film)
  const received = saving?.received ?? film.received
  const isComing = saving?.state === 'saving' || saving?.state === 'waiting'
  const { title } = film.video
  const keeper = getDownloader()
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
          <Button size="sm" aria-label={`Go on saving: ${title}`} onClick={() => void keeper.resume(film)}>
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

type TroubleProps = { film: Download; state: 'saving' | 'waiting' | 'no-room' | 'failed' | undefined }

function Trouble({ film, state }: TroubleProps) {
  const left = useFreeSpace(film.received)
  if (state === 'waiting') return <Note kind="warn">{downloadsText.waiting}</Note>
  if (state === 'failed') return <Note kind="bad">{downloadsText.failed}</Note>
  if (state === 'no-room') return <Note kind="bad">{noRoomSentence(film.bytes - film.received, left)}</Note>
  return null
}
