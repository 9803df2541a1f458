// The single outbox of this document.
import { addBookmark, removeBookmark, saveProgress, watchVideo } from '@baobab/contract/videos/endpoints.ts'
import { callApi } from '../api/call-api.ts'
import { phoneStorage } from '../browser/storage.ts'
import { studentSession } from '../api/session.ts'
import { createWatchOutbox, type WatchOutbox } from './watch-outbox.ts'

/** A request on a dead network can hang for minutes. It is aborted early, because repeating it is safe. */
const TIMEOUT_MS = 8_000

let created: WatchOutbox | undefined

export function getWatchOutbox(): WatchOutbox {
  created ??= createWatchOutbox({
    storage: phoneStorage,
    sendWatched: (id) => callApi(watchVideo, { params: { id } }, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    sendBookmark: (id, isBookmarked) =>
      callApi(
        isBookmarked ? addBookmark : removeBookmark,
        { params: { id } },
        { signal: AbortSignal.timeout(TIMEOUT_MS) },
      ),
    sendPosition: (id, positionSeconds) =>
      callApi(saveProgress, { params: { id }, body: { positionSeconds } }, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    currentStudentId: () => studentSession()?.studentId,
  })
  return created
}
