// The outbox of this phone.
import { saveProgress, watchVideo } from '@baobab/contract/videos.ts'
import { call } from '../api/call.ts'
import { phoneStorage } from '../api/phone-storage.ts'
import { studentSession } from '../api/session.ts'
import { createWatchOutbox, type WatchOutbox } from './watch-outbox.ts'

/** A request on a dead network can hang for minutes; it may be sent again, so it is given up early. */
const TRY_MS = 8_000

let opened: WatchOutbox | undefined

export function watchOutbox(): WatchOutbox {
  opened ??= createWatchOutbox({
    storage: phoneStorage(),
    sendWatched: (id) => call(watchVideo, { params: { id } }, { signal: AbortSignal.timeout(TRY_MS) }),
    sendPlace: (id, positionSeconds) =>
      call(saveProgress, { params: { id }, body: { positionSeconds } }, { signal: AbortSignal.timeout(TRY_MS) }),
    whoIsIn: () => studentSession()?.studentId,
  })
  return opened
}
