import { errorMessage } from '../api/error-message.ts'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'

/** Shows in an open dialog why a call was refused, because a toast would be hidden behind it. */
export function MutationFailure({ mutation: { error } }: { mutation: { error: unknown } }) {
  if (!error) return null
  return (
    <Note kind="bad" role="alert">
      {errorMessage(error)}
    </Note>
  )
}

/**
 * Shows the message of a mutation's reply or failure as a toast.
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

/** Shows the message of a successful call. Returns false if it failed; the caller shows the failure. */
export async function toastSuccess(call: Promise<{ message: string }>): Promise<boolean> {
  const reply = await call.catch(() => undefined)
  if (reply) toast(reply.message)
  return reply !== undefined
}
