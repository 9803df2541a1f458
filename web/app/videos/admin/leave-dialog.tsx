import { useEffect, useSyncExternalStore } from 'react'
import type { Location } from 'react-router'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { text } from './text.ts'
import { useIsUploading } from './uploads/use-is-uploading.ts'

/**
 * Asks before a link that would end a running upload or lose what was typed. Only one per page: the router supports one
 * blocker.
 */
export function LeaveDialog() {
  const isUploading = useIsUploading()
  const hasUnsavedChanges = useHasUnsavedChanges()
  const blocker = useLeaveGuard(isUploading || hasUnsavedChanges, isOtherForm)
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title={isUploading ? text.leaveQuestion : text.leaveUnsavedQuestion}
      confirmLabel={isUploading ? text.stopAndLeave : text.leaveUnsaved}
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{isUploading ? text.leaveEffect : text.leaveUnsavedEffect}</p>
    </Dialog>
  )
}

/** The list of videos and the form for one have the same path. They differ only in the video that the address names. */
function isOtherForm(from: Location, to: Location): boolean {
  return from.pathname !== to.pathname || readVideo(from) !== readVideo(to)
}

const readVideo = ({ search }: Location) => new URLSearchParams(search).get('video')

const forms = new Set<symbol>()
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports a form as having unsaved changes while `isDirty` is true. */
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

/** Forgets unsaved changes to a video that was deleted. */
export function discardUnsavedChanges(): void {
  forms.clear()
  notify()
}

/** Returns whether any form has unsaved changes. */
function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => forms.size > 0,
    () => false,
  )
}
