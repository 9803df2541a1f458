import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../../api/error-message.ts'
import { invalidate } from '../../api/query.ts'
import { studentSession } from '../../api/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { getWatchOutbox } from '../app-watch-outbox.ts'
import { updateCachedVideo } from '../cached-videos.ts'
import { text } from './text.ts'

/** Bookmarks a video, or removes the bookmark; through the outbox if there is no network. */
export function BookmarkButton({ video: { _id, title, isBookmarked } }: { video: Video }) {
  const { mutate, isPending } = useBookmark(_id)
  return (
    <IconButton
      icon={isBookmarked ? 'bookmark-fill' : 'bookmark'}
      label={text.bookmark(title)}
      aria-pressed={isBookmarked}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate(!isBookmarked)}
    />
  )
}

function useBookmark(id: string) {
  return useMutation({
    mutationFn: (isBookmarked: boolean) =>
      getWatchOutbox().bookmark(studentSession()?.studentId ?? '', id, isBookmarked),
    onSuccess: (outcome, isBookmarked) => {
      updateCachedVideo(id, { isBookmarked })
      const message = isBookmarked ? videosText.bookmarkAdded : videosText.bookmarkRemoved
      toast(outcome === 'pending' ? text.bookmarkPending : message)
      if (outcome === 'sent') void invalidate(listVideos)
    },
    onError: (error) => {
      // If the error is not an ApiError, the network failed and then the storage was full.
      const isRefusal = error instanceof ApiError
      toast(isRefusal ? errorMessage(error, videosText.bookmarkFailed) : videosText.bookmarkFailed, { kind: 'bad' })
    },
  })
}
