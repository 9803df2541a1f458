import { useSyncExternalStore } from 'react'
import { canDownload } from '../../offline/downloaded-files.ts'
import { useFreeSpace } from '../../offline/storage-space.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Weave } from '../../ui/weave.tsx'
import { getDownloader } from './app-downloader.ts'
import type { Download } from './download-store.ts'
import { type DownloadProgress, downloadKey } from './downloader.ts'
import { text } from './text.ts'

/** Shows an unfinished download: how much has arrived, why it is stopped, and buttons to pause, resume or stop it. */
export function DownloadInProgress({ download }: { download: Download }) {
  const progress = useDownloadProgress(download)
  const received = progress?.received ?? download.received
  const isRunning = progress?.state === 'saving' || progress?.state === 'waiting'
  const { title } = download.video
  const downloader = getDownloader()
  const amount = text.received(received, download.bytes)
  return (
    <div className="stack stack-3">
      <p className="row between small">
        <b>{isRunning ? text.saving : text.paused}</b>
        <span className="num">{amount}</span>
      </p>
      <Weave percent={(received / download.bytes) * 100} label={text.savingLabel(title)} valueText={amount} />
      <div role="status">
        <Problem download={download} state={progress?.state} />
      </div>
      <div className="row">
        {isRunning ? (
          <Button kind="line" size="sm" aria-label={text.pauseLabel(title)} onClick={() => downloader.pause(download)}>
            {text.pause}
          </Button>
        ) : (
          <Button size="sm" aria-label={text.resumeLabel(title)} onClick={() => void downloader.resume(download)}>
            {text.resume}
          </Button>
        )}
        <Button
          kind="quiet"
          size="sm"
          aria-label={text.stopLabel(title)}
          onClick={() => void downloader.remove(download)}
        >
          {text.stop}
        </Button>
      </div>
    </div>
  )
}

function Problem({ download, state }: { download: Download; state: DownloadProgress['state'] | undefined }) {
  const free = useFreeSpace(download.received)
  if (state === 'waiting') return <Note kind="warn">{text.waiting}</Note>
  if (state === 'failed') return <Note kind="bad">{text.failed}</Note>
  if (state === 'no-room') return <Note kind="bad">{text.noSpace(download.bytes - download.received, free)}</Note>
  return null
}

const NO_PROGRESS: ReadonlyMap<string, DownloadProgress> = new Map()

/** Returns the activity of an unfinished download; undefined if it is paused. */
function useDownloadProgress(download: Download): DownloadProgress | undefined {
  const progress = useSyncExternalStore(
    (listener) => (canDownload() ? getDownloader().subscribe(listener) : () => undefined),
    () => (canDownload() ? getDownloader().progress() : NO_PROGRESS),
    () => NO_PROGRESS,
  )
  return progress.get(downloadKey(download))
}
