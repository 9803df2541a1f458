import { errorMessage } from '../api/error-message.ts'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'

/** Shows in an open dialog why a call was refused: a toast would lie behind the dialog. */
export function MutationFailure({ mutation: { error } }: { mutation: { error: unknown } }) {
  if (!error) return null
  return (
    <Note kind="bad" role="alert">
      {errorMessage(error)}
    </Note>
  )
}

/**
 * Shows the message from a mutation's reply, or from its failure, as a toast.
 * @returns whether it succeeded
 */
export async function toastResult(mutation: Promise<{ message: string }>, failureMessage?: string): Promise<boolean> {
  try {
    const { message } = await mutation
    toast(message)
    return true
  } catch (error) {
    toast(errorMessage(error, failureMessage), { kind: 'bad' })
    return false
  }
}

/** Shows the message of a call that succeeds. Returns false if it fails, which the caller shows. */
export async function toastSuccess(call: Promise<{ message: string }>): Promise<boolean> {
  const reply = await call.catch(() => undefined)
  if (reply) toast(reply.message)
  return reply !== undefined
}
