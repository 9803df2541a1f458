import { Note } from '../ui/note.tsx'
import { formsText } from './text.ts'
import type { FormFailure } from './form-failure.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

const HOUR_MS = 3_600_000

/**
 * Shows why the server did not accept a form. A wait counts down on screen, but screen readers announce only its start
 * and its end.
 */
export function FormFailureNote({ failure }: { failure: FormFailure | undefined }) {
  const left = useSecondsLeft(failure?.wait?.until, HOUR_MS)
  if (!failure) return null
  const { message, wait } = failure
  if (!wait) {
    return (
      <Note kind="bad" role="alert">
        {message}
      </Note>
    )
  }
  return (
    <Note kind="warn" icon="timer" role="alert">
      {message}{' '}
      {left > 0 ? (
        <>
          <b className="num" aria-hidden="true">
            {formsText.seconds(left)}
          </b>
          <span className="sr">{formsText.tryAgainIn(wait.seconds)}</span>
        </>
      ) : (
        <b>{formsText.tryAgainNow}</b>
      )}
    </Note>
  )
}
