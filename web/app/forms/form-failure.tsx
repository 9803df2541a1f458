// In a separate file, so that pages without a form do not load the form library.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { connectionMessage, errorMessage } from '../api/error-message.ts'
import { serverTime } from '../api/server-time.ts'
import { useSecondsLeft } from '../api/use-server-time.ts'
import { Note } from '../ui/note.tsx'
import { reloadForNewVersion } from './reload-for-new-version.ts'
import { formsText } from './text.ts'

/** Why the server refused a form, if the reason does not belong to a field. */
export type FormFailure = {
  message: string
  /** How long the server asks to wait, and when that ends (in milliseconds of server time). */
  wait?: { seconds: number; until: number }
}

/** Turns a failed call into what the form shows, including any wait that the server asked for. */
export function toFormFailure(error: unknown, failureMessage?: string): FormFailure {
  const message = errorMessage(error, failureMessage)
  const seconds = error instanceof ApiError ? error.retryAfter : undefined
  return seconds === undefined ? { message } : { message, wait: { seconds, until: serverTime() + seconds * 1000 } }
}

// Shared by both kinds of form, so it must not use the form library.

type Options = { failureMessage?: string; needsReply?: boolean; onFailure?: (error: ApiError) => boolean }

/** Why a form was not sent, if the reason does not belong to a field. */
export function useFormFailure({ failureMessage, needsReply, onFailure }: Options) {
  const [failure, setFailure] = useState<FormFailure>()

  /** @param showAtFields shows as much of a failure as it can under the fields, and returns whether it showed any */
  async function sendOrExplain(send: () => Promise<unknown>, showAtFields: (error: unknown) => boolean): Promise<void> {
    try {
      await send()
    } catch (error) {
      if (error instanceof ApiError && onFailure?.(error)) return
      const isFalse = needsReply && connectionMessage(error) !== undefined
      if (!showAtFields(error)) setFailure(toFormFailure(error, isFalse ? undefined : failureMessage))
    }
  }

  /** Reloads the page if the form's rules are missing because a new version of the app was released; otherwise says so. */
  async function explainMissingRules(): Promise<void> {
    const outcome = await reloadForNewVersion({ message: formsText.newVersion })
    const first = failureMessage !== undefined && !needsReply ? `${failureMessage} ` : ''
    if (outcome !== 'reloading') setFailure({ message: first + formsText.notChecked })
  }

  return { failure, clearFailure: () => setFailure(undefined), sendOrExplain, explainMissingRules }
}

/** Shows why the server refused a form. A wait counts down on screen, but screen readers announce only its start and end. */
export function FormFailureNote({ failure }: { failure: FormFailure | undefined }) {
  const left = useSecondsLeft(failure?.wait?.until)
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
