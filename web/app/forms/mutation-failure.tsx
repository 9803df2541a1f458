import { errorMessage } from '../api/error-message.ts'
import { Note } from '../ui/note.tsx'

/** Shows in an open dialog why a call was refused: a toast would lie behind the dialog. */
export function MutationFailure({ mutation: { error } }: { mutation: { error: unknown } }) {
  if (!error) return null
  return (
    <Note kind="bad" role="alert">
      {errorMessage(error)}
    </Note>
  )
}
