// A PostgreSQL cluster of three hosts, run by Patroni and etcd from the system's packages with the files in deploy/ha/. The hosts
// are processes on this machine, each with its own ports.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../../server/src/platform/free-port.ts'
import { root } from '../product.ts'

const NAMES = ['db1', 'db2', 'db3'] as const
const PASSWORD = 'only-for-this-test'
const ADDRESS = '127.0.0.1'
/** How long a cluster may take to start or to heal on a busy machine. */
const PATIENCE_MS = 180_000
const RESTART_MS = 1_000
/** How much of Patroni's log a failure shows. */
const LAST_LINES = 60

const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined

/** Whether this machine has the programs. PostgreSQL does not run as root, and its files then belong to its own user. */
export const hasPatroni = bin !== undefined && hasProgram('patroni') && hasProgram('etcd')

type Role = 'primary' | 'sync_standby' | 'replica'

export type Member = {
  name: string
  /** Returns the role that Patroni reports; undefined if it does not reply. */
  role(): Promise<Role | undefined>
  start(): void
  /** Ends Patroni and PostgreSQL at once, like a power failure of the host. */
  kill(): Promise<void>
}

export type PatroniCluster = {
  members: readonly Member[]
  /** The product's URLs: one for the role of its servers, and one for the role that owns the tables. */
  serverUrl: string
  ownerUrl: string
  /** The URL of one host, for a superuser. */
  urlOf(member: Member): string
  /** Waits until there is a primary and two replicas, one of which has everything. @returns the primary */
  untilWhole(): Promise<Member>
  close(): Promise<void>
}

function findIds(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  )
  return { uid, gid }
}

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await find().catch(() => undefined)
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}.`)
    await delay(100)
  }
}

/** Fills in a file of deploy/ha/. Each host has its own ports, because all are on one address. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [word, value]) => filled.replaceAll(word, value), text)
}

type Options = { /** Whether the URLs name HAProxy, instead of the three hosts. */ withHaproxy?: boolean }

/**
 * Starts etcd and three hosts, and creates the product's database with its two roles. A port is in use only seconds after it was
 * chosen, so another program may take it; then everything starts again with other ports.
 */
export async function startPatroni(options: Options = {}): Promise<PatroniCluster> {
  try {
    return await startOnce(options)
  } catch (error) {
    if (!(error instanceof Error) || !/address already in use/i.test(error.message)) throw error
    return startOnce(options)
  }
}

async function startOnce({ withHaproxy = false }: Options): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-patroni-'))
  const ids = findIds()
  const own = (path: string) => ids.uid !== undefined && chownSync(path, ids.uid, ids.gid ?? 0)
  own(folder)
  const running = new Set<ChildProcess>()
  const launch = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const log = openSync(join(folder, `${program}.log`), 'a')
    const child = spawn(program, args, {
      ...ids,
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', log, log],
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
  const [etcdPort, peerPort] = [await findFreePort(), await findFreePort()]
  const client = `http://${ADDRESS}:${etcdPort}`
  const peer = `http://${ADDRESS}:${peerPort}`
  launch('etcd', [
    '--data-dir',
    join(folder, 'etcd'),
    '--listen-client-urls',
    client,
    '--advertise-client-urls',
    client,
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    `default=${peer}`,
  ])
  const ports: number[] = []
  const apiPorts: number[] = []
  const members: Member[] = []
  for (const name of NAMES) {
    const [port, apiPort] = [await findFreePort(), await findFreePort()]
    ports.push(port)
    apiPorts.push(apiPort)
    const data = join(folder, name)
    const file = join(folder, `${name}.yml`)
    const text = fillIn(readFileSync(join(root, 'deploy/ha/patroni.yml'), 'utf8'), {
      '@ADDRESS@:8008': `${ADDRESS}:${apiPort}`,
      '@ADDRESS@:5432': `${ADDRESS}:${port}`,
      '@NAME@': name,
      '@ETCD@': `${ADDRESS}:${etcdPort}`,
      '@NETWORK@': '127.0.0.0/8',
      '@SUPERUSER_PASSWORD@': PASSWORD,
      '@REPLICATION_PASSWORD@': PASSWORD,
      '@REWIND_PASSWORD@': PASSWORD,
      '/var/lib/postgresql/15/baobab': data,
      '/var/lib/postgresql/.pgpass-patroni': `${data}.pgpass`,
      '/usr/lib/postgresql/15/bin': bin ?? '',
      '/var/run/postgresql': folder,
      'mode: automatic': "mode: 'off'",
    })
    writeFileSync(file, text)
    own(file)
    members.push(
      makeMember({ name, data, api: `http://${ADDRESS}:${apiPort}`, launch: () => launch('patroni', [file]) }),
    )
  }
  const portOf = (member: Member) => ports[members.indexOf(member)] ?? 0
  const startHaproxy = async () => {
    const address = `${ADDRESS}:${await findFreePort()}`
    const file = join(folder, 'haproxy.cfg')
    const hosts = ports.map((port, n) => [
      `@DB${n + 1}@:5432 check port 8008`,
      `${ADDRESS}:${port} check port ${apiPorts[n]}`,
    ])
    const text = readFileSync(join(root, 'deploy/ha/haproxy.cfg'), 'utf8')
    writeFileSync(
      file,
      fillIn(text, Object.fromEntries([['127.0.0.1:5432', address], ...hosts]) as Record<string, string>),
    )
    launch('haproxy', ['-db', '-f', file])
    return `${address}/baobab`
  }
  const hosts = ports.map((port) => `${ADDRESS}:${port}`).join(',')
  const address = withHaproxy ? await startHaproxy() : `${hosts}/baobab?target_session_attrs=read-write`
  const toUrl = (user: string) => `postgres://${user}:${PASSWORD}@${address}`
  const untilWhole = () =>
    until('a primary and two replicas', async () => {
      const roles = await Promise.all(members.map((member) => member.role()))
      const isWhole = roles.includes('sync_standby') && roles.includes('replica')
      return isWhole ? members[roles.indexOf('primary')] : undefined
    })
  const close = async () => {
    for (const member of members) await member.kill()
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    members[0]?.start()
    await until('a first primary', async () => ((await members[0]?.role()) === 'primary' ? true : undefined))
    for (const member of members.slice(1)) member.start()
    const primary = await untilWhole()
    await createDatabase(portOf(primary))
  } catch (cause) {
    const log = readFileSync(join(folder, 'patroni.log'), 'utf8').split('\n').slice(-LAST_LINES).join('\n')
    await close()
    throw new Error(`Patroni did not start. Its log ends with:\n${log}`, { cause })
  }
  return {
    members,
    serverUrl: toUrl('baobab_app'),
    ownerUrl: toUrl('baobab_owner'),
    urlOf: (member) => `postgres://postgres:${PASSWORD}@${ADDRESS}:${portOf(member)}/baobab`,
    untilWhole,
    close,
  }
}

type Making = { name: string; data: string; api: string; launch: () => ChildProcess }

function makeMember({ name, data, api, launch }: Making): Member {
  let child: ChildProcess | undefined
  /** Like systemd, restarts a Patroni that exited on its own. */
  const start = () => {
    const started = launch()
    child = started
    started.once('exit', () => setTimeout(() => child === started && start(), RESTART_MS))
  }
  return {
    name,
    async role() {
      const reply = await fetch(`${api}/patroni`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
      if (!reply) return undefined
      const { role, state, sync_standby, replication_state } = (await reply.json()) as Record<string, unknown>
      if (state !== 'running') return undefined
      if (role === 'master' || role === 'primary') return 'primary'
      if (sync_standby === true) return 'sync_standby'
      // A replica that does not stream yet could not take over.
      return replication_state === undefined || replication_state === 'streaming' ? 'replica' : undefined
    },
    start,
    async kill() {
      const killed = child
      child = undefined
      if (killed?.exitCode === null && killed.signalCode === null) {
        const exited = once(killed, 'exit')
        killed.kill('SIGKILL')
        await exited
      }
      const file = join(data, 'postmaster.pid')
      if (!existsSync(file)) return
      const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
      killTree(pid)
    },
  }
}

/** Ends a process and its children at once. */
function killTree(pid: number): void {
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout
  for (const one of [pid, ...children.split('\n').filter(Boolean).map(Number)])
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It exited on its own.
    }
}

async function createDatabase(port: number): Promise<void> {
  const client = new pg.Client({ host: ADDRESS, port, user: 'postgres', password: PASSWORD, database: 'postgres' })
  await client.connect()
  try {
    for (const role of ['baobab_owner', 'baobab_app'])
      await client.query(`create role ${role} login password ${client.escapeLiteral(PASSWORD)}`)
    await client.query('grant baobab_app to baobab_owner')
    await client.query('create database baobab owner baobab_owner')
  } finally {
    await client.end()
  }
}
