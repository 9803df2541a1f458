// Stores what is typed into a long form while the tab is open. Used by useApiForm.
import { useEffect } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { tabStorage } from '../browser/storage.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

export type Draft<Values extends FieldValues> = {
  /** The key in the tab's storage. */
  key: string
  /** The fields to store. Must not include passwords. */
  fields: readonly (keyof Values & string)[]
  /** Builds the form's initial values from the stored ones, instead of `defaultValues`. */
  restore: (stored: Record<string, string>) => DefaultValues<Values>
}

/** Returns a form's stored draft; empty if there is none. */
export function readDraft(key: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(tabStorage.getItem(key) ?? '{}')
    return Object.fromEntries(Object.entries(Object(stored)).filter(isText))
  } catch {
    return {}
  }
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}

/** Stores a draft. Returns false if it could not be stored: storage is full or disabled. */
export function writeDraft(key: string, draft: object): boolean {
  return tabStorage.setItem(key, JSON.stringify(draft))
}

export function clearDraft(key: string): void {
  tabStorage.removeItem(key)
}

/** Stores the fields of a draft as they are typed. */
export function useDraft<Values extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<Values>, 'subscribe'>,
  draft: Draft<Values> | undefined,
): void {
  const key = draft?.key
  const fields = draft?.fields
  useEffect(() => {
    if (key === undefined || !fields) return undefined
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const kept = fields.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : []))
        writeDraft(key, Object.fromEntries(kept))
      },
    })
  }, [subscribe, key, fields])
}

type Props = { text: string; discardLabel: string; onDiscard: () => void }

/** Explains that the form is not empty because a draft was restored. */
export function RestoredDraft({ text, discardLabel, onDiscard }: Props) {
  return (
    <Note icon="arrow-counter-clockwise">
      <div className="row">
        <span className="grow">{text}</span>
        <Button kind="line" size="sm" onClick={onDiscard}>
          {discardLabel}
        </Button>
      </div>
    </Note>
  )
}
