// The outbox of this phone.
import { saveProgress, watchVideo } from '@baobab/contract/videos.ts'
import { callApi } from '../api/call-api.ts'
import { browserStorage } from '../api/browser-storage.ts'
import { studentSession } from '../api/session.ts'
import { createWatchOutbox, type WatchOutbox } from './watch-outbox.ts'

/** A request on a dead network can hang for minutes; it may be sent again, so it is given up early. */
const TRY_MS = 8_000

let opened: WatchOutbox | undefined

export function getWatchOutbox(): WatchOutbox {
  opened ??= createWatchOutbox({
    storage: browserStorage(),
    sendWatched: (id) => callApi(watchVideo, { params: { id } }, { signal: AbortSignal.timeout(TRY_MS) }),
    sendPlace: (id, positionSeconds) =>
      callApi(saveProgress, { params: { id }, body: { positionSeconds } }, { signal: AbortSignal.timeout(TRY_MS) }),
    currentStudentId: () => studentSession()?.studentId,
  })
  return opened
}
