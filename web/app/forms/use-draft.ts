// Stores what is typed into a long form for as long as the tab is open, so that visiting the terms or reloading loses
// nothing.
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Returns the stored draft of a form; empty if there is none. */
export function readDraft(key: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return Object.fromEntries(Object.entries(Object(stored)).filter(isText))
  } catch {
    return {}
  }
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is disabled: there is no draft.
  }
}

/** Stores the named fields as they are typed. Passwords must not be among them. */
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
            // Storage is full or disabled: the form works without a draft.
          }
        },
      }),
    [subscribe, key, fields],
  )
}
