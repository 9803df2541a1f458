import { useState } from 'react'
import { formatMegabytes } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Note } from '../../../ui/note.tsx'
import { ChooseFileButton } from '../../../ui/choose-file-button.tsx'
import { dropUpload } from './send-by-tus.ts'
import { describeRemaining } from './speed.ts'
import { forgetUnfinished, type UnfinishedUpload } from './unfinished.ts'
import { useUnfinished } from './use-unfinished.ts'

type Props = { videoId: string | null; onFile: (file: File) => void; present: readonly (File | undefined)[] }

/** Uploads that a closed tab or a flat battery ended. The browser may not open a file by itself: it is chosen again. */
export function UnfinishedList({ videoId, onFile, present }: Props) {
  const names = new Set(present.flatMap((file) => (file ? [file.name] : [])))
  const uploads = useUnfinished(videoId).filter(({ name }) => !names.has(name))
  if (uploads.length === 0) return null
  return (
    <section className="card stack stack-3 unfinished" aria-labelledby="unfinished">
      <h2 className="card__h" id="unfinished">
        Unfinished uploads
      </h2>
      <ul className="stack">
        {uploads.map((one) => (
          <li key={one.url}>
            <UnfinishedItem upload={one} onFile={onFile} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function UnfinishedItem({ upload, onFile }: { upload: UnfinishedUpload; onFile: (file: File) => void }) {
  const { name, size, sent, url, fingerprint, texts } = upload
  const [isOther, setOther] = useState(false)

  function drop() {
    forgetUnfinished(fingerprint, upload)
    void dropUpload(url)
  }

  function choose(file: File) {
    const isSame = file.name === name && file.size === size
    setOther(!isSame)
    if (isSame) onFile(file)
  }

  return (
    <div className="stack stack-2">
      <div className="row nowrap between">
        <span className="grow clip">
          <b>{texts?.title || name}</b>
          <span className="small muted num">
            {describeRemaining({ sent, total: size, speed: undefined })} sent · {name}
          </span>
        </span>
        <IconButton icon="trash" danger label={`Give up ${name}`} onClick={drop} />
      </div>
      <ChooseFileButton block label={`Choose ${name} again`} accept="video/*,.mkv" onFile={choose}>
        Choose the file again to continue
      </ChooseFileButton>
      {isOther && (
        <Note kind="warn" role="alert">
          This is another file. Please choose {name} of {formatMegabytes(size)}.
        </Note>
      )}
    </div>
  )
}
