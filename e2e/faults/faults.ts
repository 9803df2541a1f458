// What breaks: the server's process at a named point or at any time, the database, the disk, the object store, the mail server, the payment
// provider, ffmpeg.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { queryDatabase, type Product } from '../product.ts'
import { storeFaults, type ObjectStore } from './object-store.ts'

export type World = {
  product: Product
  /** The file that names the point where the server kills itself. */
  crashFile: string
  /** While this file exists, every ffmpeg crashes. */
  ffmpegFile: string
  /** Whether the data folder is on a disk of its own, which can be filled. */
  hasDisk: boolean
  /** The object store that holds the files; undefined if they are in a folder. */
  store: ObjectStore | undefined
}

export type Fault = {
  name: string
  isPossible?: (world: World) => boolean
  /** Needs a product whose files are in an object store. */
  needsStore?: true
  /** Breaks only the sending of mails, so that every promised mail has to arrive afterwards. */
  isOfMails?: true
  /** Breaks something and repairs it. Only a killed server is not repaired here: the round restarts it. */
  happen(world: World, random: () => number): Promise<void>
}

const moments = ['before', 'sent', 'after'] as const
const inTransaction = (work: string) => [
  ...moments.map((moment) => `${work} ${moment}`),
  ...moments.map((moment) => `${work} commit ${moment}`),
]

/** Where the server kills itself: around each statement and commit that a promise depends on. */
export const crashPoints: readonly string[] = [
  ...moments.map((moment) => `answer ${moment}`),
  'answer replied',
  ...inTransaction('payment'),
  ...inTransaction('account'),
  ...inTransaction('upload'),
  'upload rename before',
  'upload rename after',
]

const REACH_MS = 60_000

function crashFault(point: string): Fault {
  return {
    name: `killed at "${point}"`,
    async happen({ product, crashFile }) {
      writeFileSync(crashFile, point)
      try {
        const end = performance.now() + REACH_MS
        while (product.isRunning() && performance.now() < end) await delay(20)
        if (product.isRunning()) throw new Error(`The server did not come to "${point}".`)
      } finally {
        rmSync(crashFile)
      }
    },
  }
}

/** Returns the process ids of the product's PostgreSQL, its main process first. */
function findDatabaseProcesses({ dataDir }: Product): number[] {
  const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const isChild = (name: string) => {
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid)
    } catch {
      // The process has ended in the meantime.
      return false
    }
  }
  return [
    pid,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isChild(name))
      .map(Number),
  ]
}

const upTo = (ms: number, random: () => number) => delay(Math.floor(ms * random()))

const setMailFault = ({ url }: Product, kind: string) =>
  fetch(`${url}/sandbox/mailbox/fault/${kind}`, { method: 'PUT' })

async function setProviderFault({ url }: Product, kind: string): Promise<void> {
  await fetch(`${url}/sandbox/paystack/fault`, {
    method: 'POST',
    body: new URLSearchParams({ kind }),
    redirect: 'manual',
  })
}

const others: readonly Fault[] = [
  {
    name: 'killed at any time',
    async happen({ product }, random) {
      await upTo(2_000, random)
      await product.stop('SIGKILL')
    },
  },
  {
    // This is how V8 ends a process that runs out of memory.
    name: 'out of memory',
    async happen({ product }, random) {
      await upTo(2_000, random)
      await product.stop('SIGABRT')
    },
  },
  {
    name: 'told to stop',
    async happen({ product }, random) {
      await upTo(1_000, random)
      await product.stop('SIGTERM')
    },
  },
  {
    name: 'database killed',
    async happen({ product }) {
      const [postmaster = 0] = findDatabaseProcesses(product)
      process.kill(postmaster, 'SIGKILL')
      await delay(3_000)
    },
  },
  {
    name: 'database frozen',
    async happen({ product }, random) {
      const pids = findDatabaseProcesses(product)
      const signal = (name: NodeJS.Signals) => {
        for (const pid of pids) spawnSync('kill', [`-${name.slice(3)}`, String(pid)])
      }
      signal('SIGSTOP')
      await delay(2_000 + 8_000 * random())
      signal('SIGCONT')
    },
  },
  {
    name: 'tables locked',
    async happen({ product }) {
      await queryDatabase(product, 'begin; lock table answers, payments, videos; select pg_sleep(4); rollback')
    },
  },
  {
    name: 'disk full',
    isPossible: ({ hasDisk }) => hasDisk,
    async happen({ product }) {
      const filler = join(product.dataDir, 'filler')
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'])
      await delay(3_000)
      rmSync(filler)
    },
  },
  ...['error', 'hang', 'garbage', 'cut'].map((kind): Fault => ({
    name: `provider: ${kind}`,
    async happen({ product }) {
      await setProviderFault(product, kind)
      await delay(3_000)
      await setProviderFault(product, '')
    },
  })),
  ...['gone', 'slow', 'refuse'].map((kind): Fault => ({
    name: `mail server: ${kind}`,
    isOfMails: true,
    async happen({ product }) {
      await setMailFault(product, kind)
      await delay(3_000)
      await setMailFault(product, 'none')
    },
  })),
  ...storeFaults.map((kind): Fault => ({
    name: `object store: ${kind}`,
    needsStore: true,
    async happen({ store }) {
      store?.setFault(kind)
      await delay(5_000)
      store?.setFault(undefined)
    },
  })),
  {
    name: 'ffmpeg crashes',
    async happen({ ffmpegFile }) {
      writeFileSync(ffmpegFile, '')
      await delay(3_000)
      rmSync(ffmpegFile)
    },
  },
]

export const faults: readonly Fault[] = [...others, ...crashPoints.map(crashFault)]
