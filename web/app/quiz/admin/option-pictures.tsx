import { OPTION_PICTURE_SIDE } from '@baobab/contract/limits.ts'
import {
  deleteOptionPictures,
  optionPictureFiles,
  setOptionPictures,
  type Question,
} from '@baobab/contract/quiz-admin.ts'
import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage } from '../../api/error-message.ts'
import { invalidate, useApiMutation } from '../../api/query.ts'
import { upload } from '../../api/upload.ts'
import { shrinkPicture } from '../../forms/shrink-picture.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChooseFileButton } from '../../ui/choose-file-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'
import { questionChanges } from './use-questions.ts'

/** The id of the card's heading, which gets the focus when a button that had it disappears. */
const HEADING = 'option-pictures'

/** Gives the four options of a question pictures, which are sent together, or removes them. */
export function OptionPictures({ question }: { question: Question }) {
  const { _id: triviaId, options, pictures } = question
  const { chosen, choose, save, isSending, error } = usePictures(triviaId)
  const [isAsking, setAsking] = useState(false)
  return (
    <Card className="stack" aria-labelledby={HEADING}>
      <h2 className="card__h" id={HEADING} tabIndex={-1}>
        {text.pictures}
      </h2>
      <p className="small muted">{text.picturesHelp}</p>
      <ul className="optpics">
        {options.map((option, index) => (
          <li key={option} className="stack stack-2">
            <OptionImage src={chosen[index]?.url ?? pictures?.[index]} />
            <span className="wrap-any">{option}</span>
            <ChooseFileButton
              label={text.pictureFor(option)}
              accept="image/jpeg,image/png,image/webp"
              onFile={(file) => choose(index, file)}
            >
              {text.choosePicture} <span className="sr">{text.ofOption(option)}</span>
            </ChooseFileButton>
          </li>
        ))}
      </ul>
      {error && (
        <Note kind="bad" role="alert">
          {error}
        </Note>
      )}
      <div className="row">
        <Button
          kind="line"
          disabled={chosen.includes(undefined)}
          busyLabel={isSending && text.uploadingPictures}
          onClick={() => void save()}
        >
          {text.savePictures}
        </Button>
        {pictures && (
          <Button kind="quiet" className="btn--bad" onClick={() => setAsking(true)}>
            {text.removePictures}
          </Button>
        )}
      </div>
      <RemovalDialog triviaId={triviaId} isOpen={isAsking} onClose={() => setAsking(false)} />
    </Card>
  )
}

type RemovalProps = { triviaId: string; isOpen: boolean; onClose: () => void }

/** Asks before the pictures are removed. */
function RemovalDialog({ triviaId, isOpen, onClose }: RemovalProps) {
  const removal = useApiMutation(deleteOptionPictures, { changes: questionChanges })

  function close() {
    removal.reset()
    onClose()
  }

  async function confirm() {
    const reply = await removal.mutateAsync({ params: { triviaId } }).catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    // A closing dialog returns the focus to the button that opened it, which disappeared with the pictures.
    flushSync(close)
    document.getElementById(HEADING)?.focus()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={text.removePicturesTitle}
      confirmLabel={text.remove}
      busyLabel={removal.isPending && text.removingPictures}
      isDangerous
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <div className="stack stack-3">
        <p>{text.removePicturesEffect}</p>
        {removal.error && (
          <Note kind="bad" role="alert">
            {errorMessage(removal.error, text.picturesRemovalFailed)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

function OptionImage({ src }: { src: string | undefined }) {
  return (
    <span className="optpics__p">
      {src !== undefined && <img src={src} alt="" width={160} height={160} decoding="async" />}
    </span>
  )
}

type Chosen = readonly ({ file: File; url: string } | undefined)[]
const none: Chosen = optionPictureFiles.map(() => undefined)

/** Keeps the chosen files with their previews until all four are there, then scales them down and sends them. */
function usePictures(triviaId: string) {
  const [chosen, setChosen] = useState<Chosen>(none)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const previews = useRef<string[]>([])
  useEffect(() => {
    const made = previews.current
    return () => made.forEach((url) => URL.revokeObjectURL(url))
  }, [])

  function choose(at: number, file: File) {
    const url = URL.createObjectURL(file)
    previews.current.push(url)
    setChosen(chosen.map((one, index) => (index === at ? { file, url } : one)))
  }

  async function save() {
    setError(undefined)
    setSending(true)
    try {
      const form = new FormData()
      for (const [index, name] of optionPictureFiles.entries()) {
        const { file } = chosen[index] ?? {}
        if (file) form.set(name, await shrinkPicture(file, OPTION_PICTURE_SIDE), name)
      }
      const { message } = await upload(setOptionPictures, { params: { triviaId }, form })
      await invalidate(...questionChanges)
      setChosen(none)
      toast(message)
    } catch (failure) {
      setError(errorMessage(failure, quizAdminText.triviaUpdateFailed))
    }
    setSending(false)
  }

  return { chosen, choose, save, isSending, error }
}
