import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import {
  deleteOptionPictures,
  type Question,
  optionPictureFiles,
  setOptionPictures,
} from '@baobab/contract/quiz/admin.ts'
import { PICTURE_ACCEPT } from '@baobab/contract/kernel/files.ts'
import { OPTION_PICTURE_SIDE } from '@baobab/contract/quiz/rules.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { useState, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation, invalidate } from '../../api/query.ts'
import { upload } from '../../api/upload.ts'
import { shrinkPicture } from '../../forms/shrink-picture.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChooseFileButton } from '../../ui/file-field.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'
import { questionChanges } from './with-questions.tsx'

/** The id of the card's heading, which gets the focus when the focused button disappears. */
const HEADING = 'option-pictures'

export function focusOptionPictures(): void {
  document.getElementById(HEADING)?.focus()
}

type Props = {
  question: Question
  /** The result of useOptionPictures. */
  state: OptionPicturesState
}

/** Adds pictures to a question's four options, which are sent together, or removes them. */
export function OptionPictures({ question, state }: Props) {
  const { _id: triviaId, options, pictures } = question
  const { chosen, choose, save, isSending, error, isComplete, hasUnsaved } = state
  const [isAsking, setAsking] = useState(false)

  async function handleSave() {
    // The button is disabled once the pictures are saved.
    if (await save()) focusOptionPictures()
  }

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
              accept={PICTURE_ACCEPT}
              onFile={(file) => choose(option, file)}
            >
              {text.choosePicture} <span className="sr">{text.ofOption(option)}</span>
            </ChooseFileButton>
          </li>
        ))}
      </ul>
      <p className="small" role="status">
        {hasUnsaved && text.picturesUnsaved}
      </p>
      {error && (
        <Note kind="bad" role="alert">
          {error}
        </Note>
      )}
      <div className="row">
        <Button
          kind="line"
          disabled={!isComplete}
          busyLabel={isSending && text.uploadingPictures}
          onClick={() => void handleSave()}
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

/** Asks for confirmation before the pictures are removed. */
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
    // A closing dialog returns the focus to the button that opened it, but that button disappeared with the pictures.
    flushSync(close)
    focusOptionPictures()
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

// The pictures that an admin has chosen for a question's options, until all four are chosen and sent

/** A chosen file and its preview's address. */
type ChosenPicture = { file: File; url: string }

/** Keeps the chosen files and their previews by option text, then scales them down and sends them. */
export function useOptionPictures({ _id: triviaId, options }: Pick<Question, '_id' | 'options'>) {
  const [choices, setChoices] = useState<ReadonlyMap<string, ChosenPicture>>(new Map())
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const previews = useRef<string[]>([])
  useEffect(() => {
    const made = previews.current
    return () => made.forEach((url) => URL.revokeObjectURL(url))
  }, [])
  const chosen = options.map((option) => choices.get(toComparisonKey(option)))
  const files = chosen.flatMap((choice) => choice?.file ?? [])
  const isComplete = files.length === optionPictureFiles.length

  function choose(option: string, file: File) {
    const url = URL.createObjectURL(file)
    previews.current.push(url)
    setChoices((before) => new Map(before).set(toComparisonKey(option), { file, url }))
  }

  /** Returns whether the pictures were saved. */
  async function save(): Promise<boolean> {
    setError(undefined)
    setSending(true)
    try {
      const form = new FormData()
      for (const [index, name] of optionPictureFiles.entries()) {
        const file = files[index]
        if (file) form.set(name, await shrinkPicture(file, OPTION_PICTURE_SIDE), name)
      }
      const { message } = await upload(setOptionPictures, { params: { triviaId }, form })
      await invalidate(...questionChanges)
      // Keeps pictures chosen in the meantime.
      setChoices((now) => new Map([...now].filter(([key, choice]) => choices.get(key) !== choice)))
      toast(message)
      return true
    } catch (failure) {
      setError(errorMessage(failure, quizAdminText.triviaUpdateFailed))
      return false
    } finally {
      setSending(false)
    }
  }

  return { chosen, choose, save, isSending, error, isComplete, hasUnsaved: files.length > 0 }
}

type OptionPicturesState = ReturnType<typeof useOptionPictures>
