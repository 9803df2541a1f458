// How many connections and event streams the server holds at the same time, so that it never runs out of file descriptors. Without
// a free descriptor it could neither accept a connection nor open a file, and nothing would report it.
import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'

export type ConnectionLimits = {
  connections: number
  connectionsPerAddress: number
  streams: number
  streamsPerAddress: number
  streamsPerAccount: number
}

/** Descriptors for everything but clients: the database, the log, uploads, jobs and the programs they start. */
const RESERVED = 200
/** A connection may need a second descriptor, for the file that it sends or receives. */
const DESCRIPTORS_PER_CONNECTION = 2
/** More connections would need too much memory. */
const MAX_CONNECTIONS = 20_000
const MIN_CONNECTIONS = 16
/** Fewer than this are not enough for a school. */
const FEW_CONNECTIONS = 2_000
/** Enough for the phones of one student, each with several tabs. */
const STREAMS_PER_ACCOUNT = 8

/** Linux's default, in case the limit cannot be read. */
const DEFAULT_DESCRIPTORS = 1_024

/** Returns how many files and sockets this process may have open. Node raises its limit to the highest one allowed. */
export function readDescriptorLimit(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === 'unlimited' ? Infinity : Number(limit ?? DEFAULT_DESCRIPTORS)
  } catch {
    return DEFAULT_DESCRIPTORS
  }
}

/**
 * Divides the descriptors: half of the connections may be event streams, so that pages can always load. One address may have a
 * quarter of all connections and of all streams, because a whole school may share one.
 * @param options.hasAddressLimits false in benchmarks, whose clients share an address
 */
export function computeConnectionLimits(descriptors: number, options: { hasAddressLimits: boolean }): ConnectionLimits {
  const affordable = Math.floor((descriptors - RESERVED) / DESCRIPTORS_PER_CONNECTION)
  const connections = Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, affordable))
  const streams = Math.ceil(connections / 2)
  const limitOfAddress = (all: number) => (options.hasAddressLimits ? Math.floor(all / 4) : Infinity)
  return {
    connections,
    connectionsPerAddress: limitOfAddress(connections),
    streams,
    streamsPerAddress: limitOfAddress(streams),
    streamsPerAccount: STREAMS_PER_ACCOUNT,
  }
}

/** Returns the limits for this process, and warns if it can only have few connections. */
export function chooseConnectionLimits(options: {
  hasAddressLimits: boolean
  log: Pick<Logger, 'warn'>
}): ConnectionLimits {
  const descriptors = readDescriptorLimit()
  const limits = computeConnectionLimits(descriptors, options)
  if (limits.connections < FEW_CONNECTIONS)
    options.log.warn({ descriptors, limits }, 'the limit of open files (ulimit -n) allows few connections')
  return limits
}
