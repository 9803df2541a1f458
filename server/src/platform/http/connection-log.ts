// Logs connection incidents in summaries, because a client that opens and resets thousands of connections must not fill the disk.
import type { Logger } from 'pino'
import { toNetworkKey } from '../security/networks.ts'

const incidents = {
  reset: { level: 'info', message: 'clients reset their connections' },
  malformed: { level: 'info', message: 'clients sent requests that could not be read' },
  slow: { level: 'info', message: 'connections were closed because their clients sent or read too slowly' },
  pipelined: { level: 'info', message: 'connections were closed because their clients did not wait for replies' },
  full: { level: 'warn', message: 'connections were refused or closed because the server has too many' },
  'address full': { level: 'warn', message: 'connections were refused or closed because their address has too many' },
  'stream refused': { level: 'warn', message: 'event streams were refused because there are too many' },
} as const

export type Incident = keyof typeof incidents

export type ConnectionLog = {
  /** Counts an incident for the address of the client. */
  count(incident: Incident, address: string | undefined): void
  /** Logs what was counted since the last summary. */
  close(): void
}

const INTERVAL_MS = 60_000
/** Summaries name only the networks with the highest counts. */
const NAMED_NETWORKS = 5
/**
 * This many networks are counted separately in each interval and the rest together, so that a flood from many addresses uses little
 * memory.
 */
const COUNTED_NETWORKS = 1_000
const OTHERS = 'others'

type Summary = { count: number; byNetwork: Map<string, number> }

/** Creates a log that writes the first incident of a kind immediately, and then at most one summary of each kind a minute. */
export function createConnectionLog(options: {
  log: Pick<Logger, 'info' | 'warn'>
  intervalMs?: number
}): ConnectionLog {
  const { log, intervalMs = INTERVAL_MS } = options
  const open = new Map<Incident, { summary: Summary; timer: NodeJS.Timeout }>()
  const write = (incident: Incident, { count, byNetwork }: Summary) => {
    const { level, message } = incidents[incident]
    const top = [...byNetwork].toSorted(([, a], [, b]) => b - a).slice(0, NAMED_NETWORKS)
    log[level]({ count, addresses: Object.fromEntries(top) }, message)
  }
  const startInterval = (incident: Incident) => {
    const timer = setTimeout(() => {
      const { summary } = open.get(incident) ?? {}
      open.delete(incident)
      if (!summary?.count) return
      write(incident, summary)
      startInterval(incident)
    }, intervalMs)
    open.set(incident, { summary: { count: 0, byNetwork: new Map() }, timer: timer.unref() })
  }
  return {
    count(incident, address = 'unknown') {
      const network = toNetworkKey(address)
      const interval = open.get(incident)
      if (interval) return add(interval.summary, network)
      write(incident, { count: 1, byNetwork: new Map([[network, 1]]) })
      startInterval(incident)
    },
    close() {
      for (const [incident, { summary, timer }] of open) {
        clearTimeout(timer)
        if (summary.count > 0) write(incident, summary)
      }
      open.clear()
    },
  }
}

function add(summary: Summary, network: string): void {
  const { byNetwork } = summary
  const key = byNetwork.has(network) || byNetwork.size < COUNTED_NETWORKS ? network : OTHERS
  summary.count += 1
  byNetwork.set(key, (byNetwork.get(key) ?? 0) + 1)
}
