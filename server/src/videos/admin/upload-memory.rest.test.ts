// Uploads a 500 MB video to a server in a separate process, both in a form and as a resumable upload. The memory of the
// process must stay flat.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request, type IncomingMessage, type RequestOptions } from 'node:http'
import { platform } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createInterface } from 'node:readline'
import { VIDEO_BYTES } from '@baobab/contract/videos/rules.ts'
import { UPLOADS_PATH } from '@baobab/contract/videos/admin.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { videoBytes } from '../../../test/videos.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, unique } from '../../../test/factories.ts'

const MAX_GROWTH_MIB = 64
const script = join(import.meta.dirname, '../../../test/second-server.ts')

let token: string
let server: ChildProcess
let port: number
const t = await openTestApp()
beforeAll(async () => {
  token = (await makeAdmin(t)).token
})

// Starts a new process for each test, because the peak memory of a process never decreases.
beforeEach(async () => {
  const { dataDir, filesDir } = t.app.config
  const args = [script, t.databaseUrl, filesDir, join(dataDir, 'second')]
  server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!server.stdout) throw new Error('no output')
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
  port = Number(line)
})
afterEach(async () => {
  server.kill()
  await once(server, 'exit')
})

/** The peak memory of the server's process in MiB. */
const readPeakMemory = () =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024

/** Yields a playable video, padded to any size with an mp4 box that players skip. */
async function* generateVideo(bytes: number) {
  const head = videoBytes()
  const box = Buffer.alloc(8)
  box.writeUInt32BE(bytes - head.length)
  box.write('free', 4)
  yield Buffer.from(head)
  yield box
  const chunk = Buffer.alloc(65_536)
  for (let left = bytes - head.length - 8; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
}

async function send(options: RequestOptions, body: AsyncIterable<Buffer>) {
  const sending = request({ port, host: '127.0.0.1', ...options })
  sending.setHeader('authorization', `Bearer ${token}`)
  sending.setHeader('tus-resumable', '1.0.0')
  const [[reply]] = await Promise.all([
    once(sending, 'response') as Promise<[IncomingMessage]>,
    pipeline(Readable.from(body), sending),
  ])
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) }
}
const emptyBody = async function* () {}

async function sendResumable(bytes: number) {
  const begun = await send(
    { method: 'POST', path: UPLOADS_PATH, headers: { 'upload-length': bytes, 'content-length': 0 } },
    emptyBody(),
  )
  const path = begun.headers.location ?? ''
  const headers = {
    'content-type': 'application/offset+octet-stream',
    'content-length': bytes,
    'upload-offset': 0,
  }
  const { status } = await send({ method: 'PATCH', path, headers }, generateVideo(bytes))
  expect(status).toBe(204)
  const form = JSON.stringify({ title: `Resumed ${unique()}`, upload: path.slice(UPLOADS_PATH.length + 1) })
  const json = { 'content-type': 'application/json', 'content-length': form.length }
  return send({ method: 'POST', path: '/api/videos/upload', headers: json }, Readable.from([Buffer.from(form)]))
}

async function* generateForm(bytes: number) {
  yield Buffer.from(`--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nWhole ${unique()}\r\n`)
  yield Buffer.from('--b\r\ncontent-disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n')
  yield* generateVideo(bytes)
  yield Buffer.from('\r\n--b--\r\n')
}
const sendForm = (bytes: number) =>
  send(
    { method: 'POST', path: '/api/videos/upload', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
    generateForm(bytes),
  )

// Only Linux reports the peak memory of a process.
describe.skipIf(platform() !== 'linux')('a video of 500 MB', () => {
  it.each([
    ['in a resumable upload', sendResumable, VIDEO_BYTES],
    ['in the form', sendForm, VIDEO_BYTES - 1],
  ])('%s does not raise the memory', async (_, sendVideo, bytes) => {
    expect((await sendVideo(videoBytes().length + 100_000)).status).toBe(201)
    const before = readPeakMemory()
    const reply = await sendVideo(bytes)
    expect(reply.status).toBe(201)
    expect(JSON.parse(reply.body)).toMatchObject({ video: { sizeBytes: bytes, durationSeconds: 2 } })
    expect(before).toBeGreaterThan(20)
    expect(readPeakMemory() - before).toBeLessThan(MAX_GROWTH_MIB)
  })
})
