// Connects to a PostgreSQL on several hosts, one of which is the primary at any time. The pg package supports only one host. A
// URL with several is written like libpq's: postgres://role:secret@one:5432,two:5432/baobab?target_session_attrs=read-write
import { Socket } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { z } from 'zod'
import { findCode, isDatabaseUnavailable } from '../http/errors.ts'

/** Which host is wanted: the one that takes writes, or one that follows it. */
type Wanted = 'read-write' | 'standby'

type Hosts = {
  /** A URL for each host. */
  urls: string[]
  /** Undefined for a single host, whichever it is. */
  wanted?: Wanted
}

/** The parts of a URL: up to the hosts, the hosts, and the rest. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?$/

/**
 * Reads the hosts of a database's URL.
 * @throws TypeError which says what is wrong, without the URL's password
 */
export function readHosts(url: string): Hosts {
  const [, start = '', list = '', path = '', search = ''] = parts.exec(url) ?? []
  const params = new URLSearchParams(search)
  const wanted = params.get('target_session_attrs') ?? undefined
  params.delete('target_session_attrs')
  const query = params.size > 0 ? `?${params.toString()}` : ''
  const hosts = list.split(',')
  const urls =
    wanted === undefined && hosts.length === 1 ? [url] : hosts.map((host) => `${start}${host}${path}${query}`)
  if (start === '' || !urls.every((one) => URL.canParse(one)) || (hosts.length > 1 && hosts.includes('')))
    throw new TypeError('must look like postgres://role:password@host:5432/database')
  if (wanted === undefined) {
    if (hosts.length > 1) throw new TypeError('names several hosts, so it needs target_session_attrs=read-write')
    return { urls }
  }
  if (wanted !== 'read-write' && wanted !== 'standby')
    throw new TypeError('supports target_session_attrs=read-write and, for lists, standby')
  return { urls, wanted }
}

/** The schema of a setting that is a database's URL. */
export const databaseUrl = z.string().superRefine((value, context) => {
  try {
    readHosts(value)
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error))
  }
})

/** Returns the hosts of a database's URL, for a message. */
export const sayHosts = (url: string): string =>
  readHosts(url)
    .urls.map((one) => new URL(one).host)
    .join(', ')

/** Returns the URL of a node of a distributed database, with the role, database and parameters of the coordinator's. */
export function toNodeUrl(url: string, { host, port }: { host: string; port: number }): string {
  const [first = ''] = readHosts(url).urls
  const hostname = host.includes(':') ? `[${host}]` : host
  return Object.assign(new URL(first), { hostname, port: String(port) }).href
}

/** How long a host may take to say whether it is the primary. */
const ASK_MS = 2_000
/** How long an answer is used, so that a pool that opens ten connections asks once. */
const KEEP_MS = 500

/** Returns the URL of a host if it is wanted now. @throws if it is not, or cannot be reached */
async function ask(url: string, wanted: Wanted): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'baobab hosts',
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ state: Wanted }>(
      `select case when pg_is_in_recovery() then 'standby'
         when current_setting('transaction_read_only') = 'off' then 'read-write' end as state`,
    )
    if (rows[0]?.state === wanted) return url
    throw Object.assign(new Error(`The host ${new URL(url).host} is not ${wanted}.`), { code: CANNOT_CONNECT_NOW })
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** What PostgreSQL itself says while it starts: the caller may try again. */
const CANNOT_CONNECT_NOW = '57P03'

/** Creates a function that asks all hosts at once, and returns the URL of the first that is wanted. */
function createFinder({ urls, wanted }: Required<Hosts>): () => Promise<string> {
  let asked: Promise<string> | undefined
  const forget = () => (asked = undefined)
  const askAll = () =>
    Promise.any(urls.map((url) => ask(url, wanted))).catch((error: AggregateError) => {
      const errors = error.errors as unknown[]
      // An error such as a wrong password says more than one about a host that is down.
      throw (
        errors.find((one) => !isDatabaseUnavailable(one) && findCode(one) !== '') ??
        Object.assign(new Error(`No host is ${wanted} (${urls.length} asked).`, { cause: errors[0] }), {
          code: CANNOT_CONNECT_NOW,
        })
      )
    })
  return () => {
    if (!asked) {
      asked = askAll()
      asked.then(() => setTimeout(forget, KEEP_MS).unref(), forget)
    }
    return asked
  }
}

/** A connection that finds its host itself. */
class HostSocket extends Socket {
  readonly #find: () => Promise<string>
  constructor(find: () => Promise<string>) {
    super()
    this.#find = find
  }

  override connect(): this {
    this.#find().then(
      (url) => {
        const { host = '', port = 5432 } = parseIntoClientConfig(url)
        if (!this.destroyed) super.connect(port, host)
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }
}

const finders = new Map<string, () => Promise<string>>()

/**
 * Returns what a pool or client of pg, and pg-boss, need to connect to a database's URL, whichever host is the primary. With TLS,
 * a host's certificate may be for any host in the URL.
 * @throws TypeError if the URL is not valid
 */
export function toConnection(url: string): pg.ClientConfig {
  const { urls, wanted } = readHosts(url)
  if (wanted === undefined) return { connectionString: url }
  const find = finders.get(url) ?? createFinder({ urls, wanted })
  finders.set(url, find)
  const { ssl, ...config } = parseIntoClientConfig(urls[0] ?? '')
  const names = urls.map((one) => new URL(one).hostname)
  const isOfUrl = (_name: string, certificate: PeerCertificate) => {
    const faults = names.map((name) => checkServerIdentity(name, certificate))
    return faults.includes(undefined) ? undefined : faults[0]
  }
  return {
    ...config,
    ...(ssl !== undefined && { ssl: typeof ssl === 'object' ? { checkServerIdentity: isOfUrl, ...ssl } : ssl }),
    stream: () => new HostSocket(find),
  }
}
