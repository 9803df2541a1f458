// Sends the number of unread notifications to a student's open pages as server-sent events: when a page connects, and whenever the
// number changes. An event contains only the count, so a notification to all students causes no requests from open pages. The same
// streams say when maintenance begins and ends.
import type { ServerResponse } from 'node:http'
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import type { FastifyReply } from 'fastify'
import { SESSIONS_ENDED_TOPIC } from '../accounts/sessions.ts'
import { readMaintenance } from '../platform/maintenance/require-open.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { createEventStreams, type StreamLimits } from '../platform/http/event-streams.ts'
import { NOTIFICATIONS_TOPIC, parseAffectedStudents, type AffectedStudents } from './notification-topic.ts'
import { countUnreadByStudent, readActiveSessionIds } from './queries.ts'

/** Proxies close a connection that is silent for a minute; more heartbeats would only cost mobile data. */
const HEARTBEAT_MS = 50_000
/** The number of streams whose counts are read in one query. */
const BATCH_SIZE = 500

/** The student behind a stream, and the last count that was sent. */
type Follower = Pick<StudentUser, 'id' | 'birth' | 'sessionId'> & { lastSent?: number }
type Options = { limits: StreamLimits; heartbeatMs?: number }

/** Creates the manager of this server's notification streams. */
export function openUnreadStreams(app: App, { limits, heartbeatMs = HEARTBEAT_MS }: Options) {
  const streams = createEventStreams<Follower>({ heartbeatMs, limits })
  const outdated = new Set<ServerResponse>()
  let isSending = false

  /** Ends the streams whose session has ended; the reply to the page's next attempt says why. */
  const endLoggedOut = async (isChecked: (follower: Follower) => boolean) => {
    const checked = streams.filter(isChecked)
    if (checked.length === 0) return
    const sessionIds = checked.flatMap((stream) => streams.subscriber(stream)?.sessionId ?? [])
    const active = await readActiveSessionIds(app, sessionIds).catch((error: unknown) => {
      app.log.warn({ err: error }, 'sessions could not be read')
    })
    if (!active) return
    for (const stream of checked) if (!active.has(streams.subscriber(stream)?.sessionId ?? '')) stream.end()
  }
  const sendCounts = async (batch: ServerResponse[]) => {
    const followers = batch.flatMap((stream) => streams.subscriber(stream) ?? [])
    // If a session ends while its stream is being opened, its end is announced before the stream is known.
    const newcomers = new Set(followers.filter(({ lastSent }) => lastSent === undefined))
    await endLoggedOut((follower) => newcomers.has(follower))
    const counts = await countUnreadByStudent(app, followers)
    for (const stream of batch) {
      const follower = streams.subscriber(stream)
      const unread = follower && counts.get(follower.id)
      if (!follower || unread === undefined || unread === follower.lastSent) continue
      follower.lastSent = unread
      streams.send(stream, formatUnreadEvent(unread))
    }
  }
  // Runs one query at a time, so that an older count is never sent after a newer one.
  const sendOutdated = async () => {
    if (isSending) return
    isSending = true
    while (outdated.size > 0) {
      const batch = [...outdated].slice(0, BATCH_SIZE)
      for (const stream of batch) outdated.delete(stream)
      await sendCounts(batch).catch((error: unknown) => {
        app.log.warn({ err: error }, 'unread notifications could not be counted')
        // The pages reconnect, and poll until then.
        for (const stream of batch) stream.destroy()
      })
    }
    isSending = false
  }
  const refresh = (isAffected: (follower: Follower) => boolean) => {
    for (const stream of streams.filter(isAffected)) outdated.add(stream)
    void sendOutdated()
  }
  const subscriptions = [
    app.pubSub.subscribe(NOTIFICATIONS_TOPIC, (message) => {
      const affected = parseAffectedStudents(message)
      const now = app.clock.now()
      refresh((follower) => isAmong(affected, follower, now))
    }),
    app.pubSub.subscribe(SESSIONS_ENDED_TOPIC, (userId) => {
      void endLoggedOut(({ id }) => userId === undefined || id === userId)
    }),
    app.maintenance.onChange(() => {
      for (const stream of streams.filter(() => true)) streams.send(stream, formatMaintenanceEvent(app))
    }),
  ]
  // Session expiry is not announced.
  const sessionCheck = setInterval(() => void endLoggedOut(() => true), heartbeatMs)
  sessionCheck.unref()

  return {
    /** Starts a stream by sending the current count. */
    open({ id, birth, sessionId }: StudentUser, reply: FastifyReply): FastifyReply {
      const stream = streams.begin(reply, { subscriber: { id, birth, sessionId }, accountId: id })
      // A page that has just reconnected may have missed its start.
      if (app.maintenance.current()) streams.send(stream, formatMaintenanceEvent(app))
      outdated.add(stream)
      void sendOutdated()
      return reply
    },
    /** Sends the count to a student's other pages on this server after the student has read a notification. */
    refresh: (studentId: string) => refresh(({ id }) => id === studentId),
    count: streams.count,
    close() {
      for (const unsubscribe of subscriptions) unsubscribe()
      clearInterval(sessionCheck)
      streams.close()
    },
  }
}

function formatUnreadEvent(unread: number): string {
  return `event: unread\ndata: ${JSON.stringify({ unread })}\n\n`
}

/** Contains everything that pages show, so that they send no requests. */
function formatMaintenanceEvent(app: App): string {
  return `event: maintenance\ndata: ${JSON.stringify({ maintenance: readMaintenance(app) })}\n\n`
}

function isAmong(affected: AffectedStudents, { id, birth }: Follower, now: Date): boolean {
  if (affected.kind === 'student') return affected.id === id
  return affected.kind === 'all' || ageCategoryAt(birth, now) === affected.category
}
