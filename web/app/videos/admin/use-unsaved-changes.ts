import { useEffect, useSyncExternalStore } from 'react'

const forms = new Set<symbol>()
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts a form as one with unsaved changes while `isDirty`. */
export function useMarkUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const form = Symbol('unsaved form')
    forms.add(form)
    notify()
    return () => {
      forms.delete(form)
      notify()
    }
  }, [isDirty])
}

/** Forgets unsaved changes, because what they belong to is deleted. */
export function discardUnsavedChanges(): void {
  forms.clear()
  notify()
}

/** Returns whether any form has unsaved changes. */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => forms.size > 0,
    () => false,
  )
}
