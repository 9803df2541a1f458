import { Note } from '../ui/note.tsx'
import type { Refusal } from './use-submit.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

const HOUR_MS = 3_600_000

/** Why the form was not taken. A wait counts down for the eyes; a screen reader hears it at the start and at the end. */
export function RefusalNote({ refusal }: { refusal: Refusal | undefined }) {
  const left = useSecondsLeft(refusal?.wait?.until, HOUR_MS)
  if (!refusal) return null
  const { sentence, wait } = refusal
  if (!wait) {
    return (
      <Note kind="bad" role="alert">
        {sentence}
      </Note>
    )
  }
  return (
    <Note kind="warn" icon="timer" role="alert">
      {sentence}{' '}
      {left > 0 ? (
        <>
          <b className="num" aria-hidden="true">
            {left} s
          </b>
          <span className="sr">You can try again in {wait.seconds} seconds.</span>
        </>
      ) : (
        <b>You can try again now.</b>
      )}
    </Note>
  )
}
