// Behind a real nginx: the server verifies the link, nginx sends the bytes.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { productionSettings } from '../../../test/production-settings.ts'
import { hasNginx, startNginx } from '../../../test/nginx.ts'
import { storeFile } from '../../../test/store-file.ts'

describe.skipIf(!hasNginx)('a video behind nginx', () => {
  let t: TestApp
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let direct: string
  const bytes = randomBytes(300_000)
  beforeAll(async () => {
    t = await startTestApp({ ...productionSettings, MEDIA_ACCEL: '/files/', TRUST_PROXY: '127.0.0.1' })
    direct = await t.http.listen({ port: 0, host: '127.0.0.1' })
    nginx = await startNginx({ apps: [direct], filesDir: t.app.config.filesDir })
  })
  afterAll(async () => {
    await nginx?.close()
    await t.close()
  })
  const newKey = () => `streams/${randomUUID()}/240p.mp4`
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(nginx.url + path, { headers, method })

  it('is sent whole, with the headers that the server sets', async () => {
    const key = newKey()
    const reply = await get(await storeFile(t, key, bytes))
    expect(reply.status).toBe(200)
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      server: expect.stringMatching(/^nginx/),
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="${key.replaceAll('/', '-')}"`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^public, max-age=\d+$/),
    })
    expect(reply.headers.get('x-accel-redirect')).toBeNull()
  })

  it('is sent by nginx and not by the server', async () => {
    const link = await storeFile(t, newKey(), bytes)
    const reply = await fetch(direct + link)
    expect(reply.headers.get('x-accel-redirect')).toMatch(/^\/files\/streams\//)
    expect(await reply.text()).toBe('')
  })

  it('is sent in ranges, if it is still the same file', async () => {
    const link = await storeFile(t, newKey(), bytes)
    const part = await get(link, { range: 'bytes=1000-1999' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1_000, 2_000))).toBe(true)
    const end = await get(link, { range: 'bytes=-10' })
    expect(Buffer.from(await end.arrayBuffer()).equals(bytes.subarray(-10))).toBe(true)
    expect((await get(link, { range: `bytes=${bytes.length}-` })).status).toBe(416)
    expect((await get(link, { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200)
    const etag = part.headers.get('etag') ?? ''
    expect((await get(link, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(link, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
  })

  it('has its size in the reply to HEAD', async () => {
    const reply = await get(await storeFile(t, newKey(), bytes), {}, 'HEAD')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-length')).toBe(String(bytes.length))
  })

  it('needs a valid link; the folder itself is not public', async () => {
    const key = newKey()
    const link = await storeFile(t, key, bytes)
    expect((await get(`/files/${key}`)).status).toBe(404)
    expect((await get(`/files/${key}`, { 'x-accel-redirect': `/files/${key}` })).status).toBe(404)
    expect((await get(link.replace('~', '~x'))).status).toBe(403)
    expect((await get(link.replace('240p', '..%2f..%2f..%2fpostgres'))).status).toBe(403)
    t.app.clock.advance(4 * 3_600_000)
    expect((await get(link)).status).toBe(403)
    t.app.clock.advance(-4 * 3_600_000)
  })

  it('is a 404 of the server if the file was removed, and a playlist is sent by the server', async () => {
    const key = newKey()
    const link = await storeFile(t, key, bytes)
    await t.app.files.remove(key)
    const gone = await get(link)
    expect(gone.status).toBe(404)
    expect(await gone.json()).toMatchObject({ code: 'not_found' })
    const playlist = await get(await storeFile(t, newKey().replace('240p.mp4', 'master.m3u8'), '#EXTM3U\n240p.m3u8\n'))
    expect(playlist.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(await playlist.text()).toBe('#EXTM3U\n240p.m3u8\n')
  })
})
