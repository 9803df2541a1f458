// Caches the API's replies to visitors without a login until they change. Each request first makes sure that all messages about
// changes have arrived. While a reply cannot be made again, the last one is served with the time when it was known to be current,
// unless a change may have taken something away from it.
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import { encode } from 'zod/v4/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { AS_OF_HEADER, sendRenderedPage, toRenderedPage, type RenderedPage } from './rendered-page.ts'

/** The topic of the messages sent by database triggers: "videos", or "videos withdrawn". */
export const PUBLIC_CHANGES_TOPIC = 'public-changes'
const WITHDRAWN = 'withdrawn'
/**
 * How many milliseconds visitors get the last version of a page while the database is down: longer than a restart or a failover
 * takes.
 */
export const VISITOR_COPY_MS = 600_000
/** How long the first visitor waits for the database before getting the last reply. Until it is back, later visitors do not wait. */
const WAIT_MS = 1_000

/** The data whose changes are announced. */
type PublicData = 'videos' | 'settings'

type Made = {
  value: unknown
  /** When it must be made again even without an announced change; null for never. */
  until: Date | null
  /** The time of its data, if it is known to be old already. */
  asOf?: Date | undefined
}

/** How a reply is made. */
type VisitorSource = {
  endpoint: Endpoint
  /** The data that it depends on; undefined if it only expires with time. */
  data?: PublicData
  /** Makes the endpoint's reply to a caller without a login. Returning the same value again means that nothing changed. */
  make: () => Promise<Made>
}

export type VisitorReply = {
  /** The reply after its schema was applied. */
  value: unknown
  /** The same as JSON. */
  document: RenderedPage
  /** When it was last known to be current; undefined if it is current now. */
  asOf: Date | undefined
}

export type VisitorReplies = {
  /** Adds the reply for an address. Returns a function that reads it; this fails as `make` does if there is no earlier reply to serve. */
  add: (address: string, source: VisitorSource) => () => Promise<VisitorReply>
  /** Reads the reply for an address that was added. */
  read: (address: string) => Promise<VisitorReply>
  /** Whether this server knows all changes committed before the call. Simultaneous calls share a round trip. */
  knowsChanges: () => Promise<boolean>
  /**
   * Finds the reply for an address as JSON if it was made and is still current. Requires that `knowsChanges` has resolved to true.
   * @param now the time before the call of `knowsChanges`
   */
  find: (address: string, now: Date) => RenderedPage | undefined
  close: () => void
}

/** Sends an API reply to a caller without a login, or 304 if the caller's copy is still valid. */
export function sendVisitorReply(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, asOf }: Pick<VisitorReply, 'document' | 'asOf'>,
): Promise<FastifyReply> {
  if (asOf) reply.header(AS_OF_HEADER, asOf.toISOString())
  return sendRenderedPage(request, reply.type('application/json; charset=utf-8'), document, { isTagged: !asOf })
}

/** The number of changes that this server knows of. */
type Changes = { all: number; withdrawn: number }

type Copy = Pick<VisitorReply, 'value' | 'document'> & {
  made: Made
  changes: Changes
  madeAt: Date
  rightAt: Date
}

type Parts = Pick<App, 'pubSub' | 'clock' | 'log'> & { waitMs?: number | undefined }

/** Opens the visitor replies of a server. */
export function openVisitorReplies({ pubSub, clock, log, waitMs = WAIT_MS }: Parts): VisitorReplies {
  const changesByData: Record<PublicData, Changes> = {
    videos: { all: 0, withdrawn: 0 },
    settings: { all: 0, withdrawn: 0 },
  }
  const unsubscribe = pubSub.subscribe(PUBLIC_CHANGES_TOPIC, (message) => {
    const [data, kind] = message?.split(' ') ?? []
    for (const [name, changes] of Object.entries(changesByData))
      if (message === undefined || name === data) {
        changes.all += 1
        // While messages are missing, one of them may have taken something away.
        if (message === undefined || kind === WITHDRAWN) changes.withdrawn += 1
      }
  })
  let isBehind = false
  let last: (Check & { caughtUp: Promise<void> }) | undefined
  /** Simultaneous calls share one check. It does not wait if this server is already known to miss changes. */
  const checkChanges = (): Check => {
    const caughtUp = pubSub.catchUp()
    if (last?.caughtUp !== caughtUp) last = { caughtUp, beganAt: performance.now(), isKnown: isCaughtUp(caughtUp) }
    return last
  }
  const isCaughtUp = async (caughtUp: Promise<void>) => {
    const asked = caughtUp.then(
      () => true,
      () => false,
    )
    void asked.then((isKnown) => (isBehind = !isKnown))
    const isKnown = await within(isBehind ? 0 : waitMs, asked)
    if (isKnown === LATE) isBehind = true
    return isKnown === true
  }
  const readers = new Map<string, Reader>()
  return {
    add(address, source) {
      const changes = source.data && changesByData[source.data]
      const reader = createReader({ source, changes, checkChanges, clock, log, waitMs })
      readers.set(address, reader)
      return reader.read
    },
    read: async (address) => {
      const reader = readers.get(address)
      if (!reader) throw new Error(`Nothing is made for visitors at ${address}.`)
      return reader.read()
    },
    knowsChanges: () => checkChanges().isKnown,
    find: (address, now) => readers.get(address)?.find(now)?.document,
    close: unsubscribe,
  }
}

/** A check whether this server knows all changes. */
type Check = { beganAt: number; isKnown: Promise<boolean> }

type Reading = Pick<App, 'clock' | 'log'> & {
  source: VisitorSource
  changes: Changes | undefined
  checkChanges: () => Check
  waitMs: number
}

type Reader = { read: () => Promise<VisitorReply>; find: (now: Date) => Copy | undefined }

const NO_CHANGES: Changes = { all: 0, withdrawn: 0 }

function createReader({ source, changes = NO_CHANGES, checkChanges, clock, log, waitMs }: Reading): Reader {
  let last: Copy | undefined
  let making: { changes: Changes; beganAt: number; copy: Promise<Copy> } | undefined
  let inDoubtSince: Date | undefined

  /** Makes the reply once for all requests before the next change. */
  const make = () => {
    if (making?.changes.all === changes.all) return making
    const began = { changes: { ...changes }, beganAt: performance.now() }
    const copy = makeCopy(source, { last, changes: began.changes, now: clock.now() })
    const mine = { ...began, copy }
    making = mine
    copy
      .then((made) => {
        if (!last || made.changes.all >= last.changes.all) last = made
        if (making === mine) inDoubtSince = undefined
      })
      .catch(() => undefined)
      .finally(() => {
        if (making === mine) making = undefined
      })
    return mine
  }

  /** Returns the last copy if it may still be shown, even if it may be out of date. */
  const findOld = (now: Date, reason: unknown): VisitorReply | undefined => {
    if (!last || last.changes.withdrawn !== changes.withdrawn) return undefined
    // Logged once, however many visitors come.
    if (!inDoubtSince)
      log.error({ err: reason, route: source.endpoint.path }, 'visitors get what was last made for them')
    inDoubtSince ??= last.made.asOf ?? now
    const isTooOld = now.getTime() - inDoubtSince.getTime() >= VISITOR_COPY_MS
    return isTooOld ? undefined : { ...last, asOf: last.rightAt }
  }

  const find = (now: Date): Copy | undefined => {
    if (!last || !isRight(last, { changes, now })) return undefined
    if (source.data !== undefined) last.rightAt = now
    inDoubtSince = undefined
    return last
  }

  const read = async (): Promise<VisitorReply> => {
    const now = clock.now()
    const check = source.data === undefined ? undefined : checkChanges()
    const beganAt = check?.beganAt ?? performance.now()
    const isKnown = check === undefined || (await check.isKnown)
    const found = isKnown ? find(now) : undefined
    if (found) return { ...found, asOf: undefined }
    const { copy, ...began } = make()
    const patience = inDoubtSince ? 0 : Math.min(beganAt, began.beganAt) + waitMs - performance.now()
    try {
      const made = await within(Math.max(0, patience), copy)
      if (made !== LATE) return { ...made, asOf: made.made.asOf }
    } catch (error) {
      const old = findOld(now, error)
      if (!old) throw error
      return old
    }
    return findOld(now, new Error('The database is late.')) ?? copy.then((made) => ({ ...made, asOf: made.made.asOf }))
  }
  return { read, find }
}

/** Whether a copy is still valid: nothing has changed since, and it has not expired. The clock may have been set back. */
function isRight({ made, madeAt, changes }: Copy, at: { changes: Changes; now: Date }): boolean {
  return changes.all === at.changes.all && madeAt <= at.now && (made.until === null || at.now < made.until)
}

type Making = { last: Copy | undefined; changes: Changes; now: Date }

async function makeCopy({ endpoint, make }: VisitorSource, { last, changes, now }: Making): Promise<Copy> {
  const made = await make()
  const times = { made, changes, madeAt: now, rightAt: now }
  if (last && made.value === last.made.value) return { ...last, ...times }
  // Applies the schema like the endpoint's serializer, so that nothing else can leave the server.
  const value = encode(declarationOf(endpoint).reply, made.value)
  return { ...times, value, document: toRenderedPage(JSON.stringify(value)) }
}

const LATE = Symbol('late')

/** Waits for a promise, but only for a while. Anything that arrived while this process was busy does not count as late. */
function within<T>(ms: number, promise: Promise<T>): Promise<T | typeof LATE> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => resolve(LATE)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
