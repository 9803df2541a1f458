// Shared by both kinds of form, so without the form library.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { toFormFailure, type FormFailure } from './form-failure.ts'
import { reloadForNewVersion } from './reload-for-new-version.ts'
import { formsText } from './text.ts'

type Options = { failureMessage?: string; onFailure?: (error: ApiError) => boolean }

/** Why a form was not sent, if the reason belongs to no field. */
export function useFormFailure({ failureMessage, onFailure }: Options) {
  const [failure, setFailure] = useState<FormFailure>()

  /** @param showAtFields shows what it can of a failure at the fields, and returns whether it did */
  async function sendOrExplain(send: () => Promise<unknown>, showAtFields: (error: unknown) => boolean): Promise<void> {
    try {
      await send()
    } catch (error) {
      if (error instanceof ApiError && onFailure?.(error)) return
      if (!showAtFields(error)) setFailure(toFormFailure(error, failureMessage))
    }
  }

  /** Reloads the page if the rules of the form are missing because there is a new version of the app; else says so. */
  async function explainMissingRules(): Promise<void> {
    const outcome = await reloadForNewVersion({ message: formsText.newVersion })
    if (outcome !== 'reloading') setFailure({ message: formsText.notChecked })
  }

  return { failure, clearFailure: () => setFailure(undefined), sendOrExplain, explainMissingRules }
}
