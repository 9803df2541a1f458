// Tells a student's open page how many notices are unread: now, and again when one has come, by server-sent events. It
// sends the count alone, so that a notice to all makes no page ask for anything.
import type { ServerResponse } from 'node:http'
import { ageCategoryAt } from '@baobab/contract/age.ts'
import type { FastifyReply } from 'fastify'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { createEventStreams } from '../platform/http/event-streams.ts'
import { parseAffectedStudents, NOTIFICATIONS_TOPIC, type AffectedStudents } from './notification-topic.ts'
import { countUnreadByStudent, readActiveSessionIds } from './queries.ts'

/** Proxies close a connection that is silent for a minute; a phone on dear data should not hear more than it must. */
const HEARTBEAT_MS = 50_000
/** Streams whose counts are read at once. */
const AT_ONCE = 500

type Follower = Pick<StudentUser, 'id' | 'birth' | 'sessionId'> & { told?: number }
type Options = { heartbeatMs?: number; maxStreams?: number; maxStreamsPerAddress?: number }

const eventOf = (unread: number) => `event: unread\ndata: ${JSON.stringify({ unread })}\n\n`

/** Opens the streams of a server. */
export function openUnreadStreams(app: App, options: Options = {}) {
  const { heartbeatMs = HEARTBEAT_MS, maxStreams, maxStreamsPerAddress } = options
  const streams = createEventStreams<Follower>({ heartbeatMs, maxStreams, maxStreamsPerAddress })
  const waiting = new Set<ServerResponse>()
  let isTelling = false

  const tell = async (batch: ServerResponse[]) => {
    const followers = batch.flatMap((stream) => streams.subscriber(stream) ?? [])
    const counts = await countUnreadByStudent(app, followers)
    for (const stream of batch) {
      const follower = streams.subscriber(stream)
      const unread = follower && counts.get(follower.id)
      if (!follower || unread === undefined || unread === follower.told) continue
      follower.told = unread
      streams.send(stream, eventOf(unread))
    }
  }
  // One reading after the other, so that no older count follows a newer one.
  const tellWaiting = async () => {
    if (isTelling) return
    isTelling = true
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, AT_ONCE)
      for (const stream of batch) waiting.delete(stream)
      await tell(batch).catch((error: unknown) => {
        app.log.warn({ err: error }, 'unread notices could not be counted')
        // Their pages come back, and ask meanwhile.
        for (const stream of batch) stream.destroy()
      })
    }
    isTelling = false
  }
  const look = (isMeant: (follower: Follower) => boolean) => {
    for (const stream of streams.filter(isMeant)) waiting.add(stream)
    void tellWaiting()
  }
  const forget = app.pubSub.subscribe(NOTIFICATIONS_TOPIC, (word) => {
    const whom = parseAffectedStudents(word)
    const now = app.clock.now()
    look((follower) => isConcerned(whom, follower, now))
  })
  const endDead = async () => {
    const living = await readActiveSessionIds(
      app,
      streams.filter(() => true).flatMap((stream) => streams.subscriber(stream)?.sessionId ?? []),
    )
    for (const stream of streams.filter(({ sessionId }) => !living.has(sessionId))) stream.end()
  }
  const checking = setInterval(() => {
    if (streams.count() > 0)
      endDead().catch((error: unknown) => app.log.warn({ err: error }, 'sessions could not be read'))
  }, heartbeatMs)
  checking.unref()

  return {
    /** Begins a stream with the present count. */
    open({ id, birth, sessionId }: StudentUser, reply: FastifyReply): FastifyReply {
      waiting.add(streams.begin(reply, { id, birth, sessionId }))
      void tellWaiting()
      return reply
    },
    /** A student has read something: the other pages of the same one hear of it, as far as they are on this server. */
    look: (studentId: string) => look(({ id }) => id === studentId),
    count: streams.count,
    close() {
      forget()
      clearInterval(checking)
      streams.close()
    },
  }
}

function isConcerned(whom: AffectedStudents, { id, birth }: Follower, now: Date): boolean {
  if (whom.kind === 'student') return whom.id === id
  return whom.kind === 'all' || ageCategoryAt(birth, now) === whom.category
}
