// Tests more connections than a process has file descriptors for.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { liveBoard } from '@baobab/contract/leaderboard/endpoints.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestApp } from './harness.ts'
import { openSocket } from './open-socket.ts'
import { storeFile } from './store-file.ts'
import { waitFor } from './wait-for.ts'

const MIB = 1_048_576
const until = <T>(condition: () => T | Promise<T>) => waitFor(condition)

const t = await openTestApp()

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

/** Opens a connection that is closed after the test. */
async function open(port: number, text?: string) {
  const client = await openSocket(port, text)
  cleanups.push(() => client.socket.destroy())
  return client
}

const GET = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

describe('a process with few file descriptors', () => {
  const DESCRIPTORS = 300
  const script = join(import.meta.dirname, 'second-server.ts')

  async function startProcess() {
    const { filesDir, dataDir } = t.app.config
    const logFile = join(dataDir, `${randomUUID()}.log`)
    const args = [script, t.databaseUrl, filesDir, join(dataDir, 'few'), logFile].map((one) => `'${one}'`)
    const command = `ulimit -n ${DESCRIPTORS} && exec '${process.execPath}' ${args.join(' ')}`
    const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] })
    cleanups.push(async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    })
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const countDescriptors = () => readdirSync(`/proc/${child.pid}/fd`).length
    const readLog = () =>
      readFileSync(logFile, 'utf8')
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text) as { msg: string; level: number })
    return { port: Number(line), countDescriptors, readLog }
  }
  const answers = async (port: number) => {
    const client = await open(port, GET)
    await until(() => expect(client.received.includes('200 OK') || client.isEnded || client.error).toBeTruthy())
    client.socket.destroy()
    return client.received.includes('200 OK')
  }

  it('keeps room for pages when streams and connections reach their limits, and logs it', async () => {
    const { port, countDescriptors, readLog } = await startProcess()
    const stream = `GET ${liveBoard.path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const streams = []
    for (let n = 0; n < 40; n += 1) {
      const client = await open(port, stream)
      await until(() => expect(client.received).toMatch(/^HTTP\/1\.1 \d+ /))
      streams.push(client)
    }
    const refused = streams.filter(({ received }) => received.startsWith('HTTP/1.1 503 '))
    expect(refused).toHaveLength(15)
    for (const { received } of refused) expect(received.toLowerCase()).toContain('\r\nretry-after: 30\r\n')
    expect(await answers(port)).toBe(true)
    for (const { socket } of refused) socket.destroy()

    const link = await storeFile(t, `videos/${randomUUID()}.mp4`, Buffer.alloc(16 * MIB))
    const clients = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const client = await open(port, `GET ${link} HTTP/1.1\r\nHost: x\r\n\r\n`)
        // Connections that have stopped reading their reply make no room for others.
        await until(() => expect(client.received || client.isEnded || client.error).toBeTruthy())
        client.socket.pause()
        return client
      }),
    )
    expect(await answers(port)).toBe(false)
    expect(countDescriptors()).toBeLessThan(DESCRIPTORS)
    const messages = readLog().map(({ msg }) => msg)
    expect(messages).toContain('the limit of open files (ulimit -n) allows few connections')
    expect(messages).toContain('event streams were refused because there are too many')
    expect(messages).toContain('connections were refused or closed because the server has too many')
    expect(messages.length).toBeLessThan(10)

    for (const { socket } of [...streams, ...clients]) socket.destroy()
    await until(async () => expect(await answers(port)).toBe(true))
  })
})
