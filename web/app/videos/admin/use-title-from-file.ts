import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { adminSession } from '../../api/session.ts'
import type { VideoDetails } from './video-details.ts'
import { proposedTitle } from './uploads/proposed-title.ts'
import { findUnfinished } from './uploads/unfinished.ts'

/** Fills an empty title from a new film's file, and all texts from an upload of it that was begun before. */
export function useTitleFromFile({ getValues, setValue }: UseFormReturn<VideoDetails>, file: File | undefined): void {
  useEffect(() => {
    if (!file || getValues('title') !== '') return
    const before = findUnfinished(file, { videoId: null, admin: adminSession()?.username ?? '' })?.texts
    setValue('title', before?.title ?? proposedTitle(file.name), { shouldValidate: true })
    if (!before) return
    setValue('description', before.description)
    setValue('access', before.access)
  }, [file, getValues, setValue])
}
