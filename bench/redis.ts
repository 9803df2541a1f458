// A Redis server with the same students and scores in one sorted set.
import { mkdir } from 'node:fs/promises'
import { once } from 'node:events'
import { findFreePort } from '../server/src/platform/free-port.ts'
import { run, start, until } from './processes.ts'
import { scoreOf, studentIdOf, STUDENT_PREFIX } from './seeded-ids.ts'

const KEY = 'standings'
const PIPELINE = 32
const CLIENTS = 8
const REQUESTS = 2_000_000
const BATCH = 500

/** Encodes the ZADD of a batch in Redis's protocol. */
function addBatch(from: number, to: number): string {
  const words = ['ZADD', KEY]
  for (let n = from; n < to; n += 1) words.push(String(scoreOf(n)), studentIdOf(n))
  return [`*${words.length}`, ...words.map((word) => `$${word.length}\r\n${word}`), ''].join('\r\n')
}

/** Starts Redis and fills it with `students` members. */
export async function startRedis(folder: string, students: number) {
  const port = await findFreePort()
  await mkdir(folder, { recursive: true })
  const unsaved = ['--save', '', '--appendonly', 'no', '--dir', folder]
  const { stop } = start('redis-server', ['--port', String(port), '--bind', '127.0.0.1', ...unsaved])
  const at = ['-p', String(port)]
  const memory = async () =>
    Number(/used_memory:(\d+)/.exec(await run('redis-cli', [...at, 'info', 'memory']))?.[1] ?? Number.NaN)
  await until('Redis answers', async () => (await run('redis-cli', [...at, 'ping'])).includes('PONG'))
  const empty = await memory()

  const { child } = start('redis-cli', [...at, '--pipe'], { stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = once(child, 'exit')
  for (let from = 0; from < students; from += BATCH) {
    const more = child.stdin?.write(addBatch(from, Math.min(from + BATCH, students)))
    if (child.stdin && more === false) await once(child.stdin, 'drain')
  }
  child.stdin?.end()
  await ended
  const members = Number(await run('redis-cli', [...at, 'zcard', KEY]))
  if (members !== students) throw new Error(`Redis holds ${members} members.`)
  const bytes = (await memory()) - empty

  return {
    bytes,
    /** Measures ZREVRANK of random members per second, pipelined. */
    async ranksPerSecond(): Promise<number> {
      const load = ['-n', String(REQUESTS), '-r', String(students), '-P', String(PIPELINE), '-c', String(CLIENTS)]
      const out = await run('redis-benchmark', [
        ...at,
        ...load,
        '--csv',
        'zrevrank',
        KEY,
        `${STUDENT_PREFIX}__rand_int__`,
      ])
      return Number(out.trim().split('\n').at(-1)?.split(',')[1]?.replaceAll('"', ''))
    },
    stop,
  }
}
