import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { canRetry, retryDelayMs, startUpload } from './upload-file.ts'
import type { UploadEvent } from './upload-state.ts'

describe('a retry', () => {
  test.each([0, 409, 423, 429, 500, 503])('follows %i', (status) => {
    expect(canRetry(status, 20)).toBe(true)
  })

  test.each([400, 401, 403, 413, 415, 422, 507])('does not follow %i', (status) => {
    expect(canRetry(status, 0)).toBe(false)
  })

  test('starts an upload that the server no longer has from the beginning, once', () => {
    expect(canRetry(404, 0)).toBe(true)
    expect(canRetry(404, 1)).toBe(false)
  })

  test('comes later each time, and never before the server asks for it', () => {
    expect([0, 1, 2, 3, 4, 50].map((retries) => retryDelayMs(retries))).toEqual([
      1000, 2000, 4000, 8000, 15_000, 15_000,
    ])
    expect(retryDelayMs(0, 30)).toBe(30_000)
  })
})

describe('an upload', () => {
  let server: ReturnType<typeof createTusServer>
  beforeEach(async () => {
    server = createTusServer()
    vi.stubGlobal('location', { origin: await server.listen() })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    server.close()
  })

  test('waits while two others run; a paused one frees its slot and resumes later', async () => {
    const [a, b, c] = [upload('a'), upload('b'), upload('c')]
    await expect.poll(() => server.sending()).toEqual(['a', 'b'])
    expect(c.kinds()).toEqual(['queued'])
    a.running.pause()
    await expect.poll(() => server.sending()).toEqual(['b', 'c'])
    expect(a.kinds()).toEqual(['queued', 'started', 'progress', 'paused'])
    a.running.resume()
    server.accept('b')
    expect(await b.running.finished).toBe('b')
    await expect.poll(() => server.sending()).toEqual(['a', 'c'])
    server.accept('a')
    server.accept('c')
    expect(await a.running.finished).toBe('a')
    expect(await c.running.finished).toBe('c')
    expect(server.created).toEqual(['a', 'b', 'c'])
  })

  test('that is canceled while it waits occupies no slot, and is not created', async () => {
    const [a, b, c] = [upload('a'), upload('b'), upload('c')]
    await expect.poll(() => server.sending()).toEqual(['a', 'b'])
    c.running.cancel()
    expect(await c.running.finished).toBeUndefined()
    server.accept('a')
    server.accept('b')
    await Promise.all([a.running.finished, b.running.finished])
    expect(server.created).toEqual(['a', 'b'])
  })

  test('that the server refuses fails with its message, and frees its slot', async () => {
    server.refusal = { status: 413, body: { code: 'too_large', message: 'That is too large to send.' } }
    const { running } = upload('a')
    await expect(running.finished).rejects.toMatchObject({ status: 413, message: 'That is too large to send.' })
    server.refusal = undefined
    const next = [upload('b'), upload('c')]
    await expect.poll(() => server.sending()).toEqual(['b', 'c'])
    for (const { running: other } of next) other.cancel()
  })

  test('resumes immediately when the network is back', async () => {
    const { running, kinds } = upload('a')
    await expect.poll(() => server.sending()).toEqual(['a'])
    // The timer for the next retry never fires.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.disconnect('a')
    await expect.poll(() => kinds().at(-1)).toBe('interrupted')
    dispatchEvent(new Event('online'))
    await expect.poll(() => server.sending()).toEqual(['a'])
    server.accept('a')
    expect(await running.finished).toBe('a')
    expect(server.created).toEqual(['a'])
  })
})

function upload(name: string) {
  const events: UploadEvent[] = []
  // In Node.js, tus-js-client reads buffers instead of files.
  const file = Object.assign(Buffer.alloc(1_000), { name, size: 1_000, type: 'video/mp4' }) as unknown as File
  const resumePoint = { url: () => undefined, sentBefore: 0, save: () => undefined, clear: () => undefined }
  const running = startUpload(file, { resumePoint, report: (event) => events.push(event) })
  const kinds = () => events.map(({ kind }) => kind).filter((kind, index, all) => kind !== all[index - 1])
  return { running, kinds }
}

/** A tus server that uses the name of the file as the upload's id. Uploads complete when the test accepts them. */
function createTusServer() {
  const sending = new Map<string, ServerResponse>()
  const state = {
    created: [] as string[],
    refusal: undefined as { status: number; body: object } | undefined,
    sending: () => [...sending.keys()].toSorted(),
    accept: (id: string) => sending.get(id)?.writeHead(204, { 'upload-offset': '1000' }).end(),
    disconnect: (id: string) => sending.get(id)?.destroy(),
    listen: async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    close: () => server.close() && server.closeAllConnections(),
  }
  const server: Server = createServer((request: IncomingMessage, response) => {
    const id = request.url?.split('/').at(-1) ?? ''
    if (request.method === 'POST') {
      if (state.refusal) return response.writeHead(state.refusal.status).end(JSON.stringify(state.refusal.body))
      const name = /filename (\S+?)(,|$)/.exec(String(request.headers['upload-metadata']))?.[1] ?? ''
      const created = Buffer.from(name, 'base64').toString()
      state.created.push(created)
      return response.writeHead(201, { location: `/api/uploads/${created}` }).end()
    }
    if (request.method === 'HEAD')
      return response.writeHead(200, { 'upload-offset': '0', 'upload-length': '1000' }).end()
    if (request.method === 'DELETE') return response.writeHead(204).end()
    sending.set(id, response)
    response.on('close', () => sending.get(id) === response && sending.delete(id))
    request.resume()
  })
  return state
}
