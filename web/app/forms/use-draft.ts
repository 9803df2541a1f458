// What was typed into a long form stays for this tab, so that a look at the terms or a reload loses nothing.
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'

const Draft = z.record(z.string(), z.string())

/** The draft of a form, or nothing. */
export function readDraft(key: string): Record<string, string> {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is switched off: there is no draft.
  }
}

/** Keeps the named fields as they are typed. A password is never among them. */
export function useDraft<Form extends FieldValues>(
  form: Pick<UseFormReturn<Form>, 'subscribe'>,
  key: string,
  fields: readonly (keyof Form & string)[],
): void {
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const kept = fields.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : []))
          try {
            sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)))
          } catch {
            // Storage is full or switched off: the form works all the same.
          }
        },
      }),
    [subscribe, key, fields],
  )
}
