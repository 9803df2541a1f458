import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import type { ReadLinkedVideos } from './linked-videos.ts'
import {
  failedMailRounds,
  mailAgain,
  mailChunk,
  notificationMailChunks,
  notificationMailRounds,
  startMailing,
} from './mail-notifications.ts'
import { publicationsToTakeBack, publishDueNotifications } from './publish-notifications.ts'
import { deleteOldPushMessages } from './push/delete-old-messages.ts'
import { pushRounds, pushSending, queuePushRound } from './push/queue-messages.ts'
import { sendPushMessages, startSending } from './push/send-messages.ts'

/**
 * Publishes scheduled notifications. Mails about published ones do not depend on the date, so they are sent even if it is
 * doubtful.
 */
export async function startNotificationJobs(app: App, readLinkedVideos: ReadLinkedVideos): Promise<void> {
  await app.jobs.work(notificationMailRounds, (round) => startMailing(app, round))
  await app.jobs.workLong(notificationMailChunks, (chunk, signal) => mailChunk(app, readLinkedVideos, chunk, signal), 1)
  await app.jobs.workLong(failedMailRounds, (round, signal) => mailAgain(app, readLinkedVideos, round, signal), 1)
  const publish = unlessClockIsHeld(app, 'due-notices', () => publishDueNotifications(app))
  await app.jobs.work(publicationsToTakeBack, () => publish())
  await app.jobs.schedule('due-notices', '* * * * *', publish)
  await app.jobs.work(pushRounds, (round) => queuePushRound(app, round))
  // On a doubtful date the hour is doubtful too. The schedule below sends what was skipped once the date is right.
  const send = (signal: AbortSignal) => unlessClockIsHeld(app, 'push-sending', () => sendPushMessages(app, signal))
  await app.jobs.workLong(pushSending, (_, signal) => send(signal)(), 1)
  await app.jobs.schedule(
    'push-due',
    '* * * * *',
    unlessClockIsHeld(app, 'push-due', () => startSending(app)),
  )
  const clean = unlessClockIsHeld(app, 'push-cleaning', () => deleteOldPushMessages(app))
  await app.jobs.schedule('push-cleaning', '40 3 * * *', clean)
}
