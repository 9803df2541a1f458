import { ApiError } from '@baobab/contract/api-error.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../api/error-message.ts'
import { invalidate } from '../api/query.ts'
import { studentSession } from '../api/session.ts'
import { getWatchOutbox } from './app-watch-outbox.ts'
import { toast } from '../ui/toast.tsx'
import { updateCachedVideo } from './cached-videos.ts'

/** Marks a video as watched, or keeps that where there is no network; `onDone` runs once it is known or kept. */
export function useMarkWatched(id: string, onDone: () => void) {
  const send = useMutation({
    mutationFn: () => getWatchOutbox().watch(studentSession()?.studentId ?? '', id),
    onSuccess: (outcome) => {
      updateCachedVideo(id, { isWatched: true })
      toast(outcome === 'kept' ? videosText.watchKept : videosText.videoWatched)
      onDone()
      if (outcome === 'taken') void invalidate(listVideos)
    },
    onError: (error) =>
      toast(error instanceof ApiError ? errorMessage(error, videosText.watchFailed) : videosText.watchFailed, {
        kind: 'bad',
      }),
  })
  return { mark: () => send.mutate(), isSending: send.isPending }
}
