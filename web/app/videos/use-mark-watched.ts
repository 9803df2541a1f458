import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { errorMessage } from '../api/error-message.ts'
import { invalidate, queryClient } from '../api/query.ts'
import { studentSession } from '../api/session.ts'
import { toast } from '../ui/toast.tsx'
import { getWatchOutbox } from './app-watch-outbox.ts'
import { updateCachedVideo } from './cached-videos.ts'
import { text } from './text.ts'

/**
 * Marks a video as watched, through the outbox if there is no network; `onDone` is called in both cases. Does nothing if
 * the video is watched already or is being marked, so that a double tap, or a tap at the video's end, gives one toast.
 */
export function useMarkWatched({ _id: id, isWatched }: Pick<Video, '_id' | 'isWatched'>, onDone?: () => void) {
  const mutationKey = ['watch', id]
  const isPending = useIsMutating({ mutationKey }) > 0
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => getWatchOutbox().watch(studentSession()?.studentId ?? '', id),
    onSuccess: (outcome) => {
      updateCachedVideo(id, { isWatched: true })
      toast(outcome === 'pending' ? text.watchPending : videosText.videoWatched)
      onDone?.()
      if (outcome === 'sent') void invalidate(listVideos, listAwards)
    },
    onError: (error) => {
      // If the error is not an ApiError, the network failed and then the storage was full.
      const message = error instanceof ApiError ? errorMessage(error, videosText.watchFailed) : videosText.watchFailed
      toast(message, { kind: 'bad' })
    },
  })
  const mark = () => {
    if (isWatched || !studentSession() || queryClient.isMutating({ mutationKey }) > 0) return
    mutate()
  }
  return { mark, isPending }
}
