import { videoAccept } from '@baobab/contract/videos/rules.ts'
import { useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { ChooseFileButton } from '../../../ui/file-field.tsx'
import { formatMegabytes } from '../../../ui/format.ts'
import { Note } from '../../../ui/note.tsx'
import { text } from '../text.ts'
import { deleteUnfinishedUpload, useUnfinishedUploads, type UnfinishedUpload } from './unfinished-uploads.ts'
import { deleteUpload } from './upload-file.ts'
import { describeRemaining } from './upload-state.ts'

type Props = {
  videoId: string | null
  /** The files selected in the forms of the page; their uploads are not listed. */
  chosen: readonly (File | undefined)[]
  onFile: (file: File) => void
}

/**
 * Lists uploads that were interrupted by a closed tab or an empty battery. The admin must choose the file again,
 * because browsers cannot reopen files.
 */
export function UnfinishedList({ videoId, chosen, onFile }: Props) {
  const names = new Set(chosen.flatMap((file) => (file ? [file.name] : [])))
  const uploads = useUnfinishedUploads(videoId).filter(({ name }) => !names.has(name))
  if (uploads.length === 0) return null
  return (
    <section className="card stack stack-3 unfinished" aria-labelledby="unfinished">
      <h2 className="card__h" id="unfinished">
        {text.unfinishedUploads}
      </h2>
      <ul className="stack">
        {uploads.map((upload) => (
          <li key={upload.url}>
            <UnfinishedItem upload={upload} onFile={onFile} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function UnfinishedItem({ upload, onFile }: { upload: UnfinishedUpload; onFile: (file: File) => void }) {
  const { name, size, sent, url, fingerprint, texts } = upload
  const [isOtherFile, setOtherFile] = useState(false)

  function discard() {
    deleteUnfinishedUpload(fingerprint, upload)
    void deleteUpload(url)
  }

  function choose(file: File) {
    const isSame = file.name === name && file.size === size
    setOtherFile(!isSame)
    if (isSame) onFile(file)
  }

  return (
    <div className="stack stack-2">
      <div className="row nowrap between">
        <span className="grow clip">
          <b>{texts?.title || name}</b>
          <span className="small muted num">
            {text.unfinishedDetails(describeRemaining({ sent, total: size }), name)}
          </span>
        </span>
        <IconButton icon="trash" danger label={text.discardUpload(name)} onClick={discard} />
      </div>
      <ChooseFileButton block label={text.chooseAgain(name)} accept={videoAccept.new} onFile={choose}>
        {text.chooseToContinue}
      </ChooseFileButton>
      {isOtherFile && (
        <Note kind="warn" role="alert">
          {text.otherFile(name, formatMegabytes(size))}
        </Note>
      )}
    </div>
  )
}
