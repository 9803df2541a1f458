import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import * as adminContract from '@baobab/contract/videos/admin.ts'
import { SESSION_MS } from '@baobab/contract/accounts/rules.ts'
import * as contract from '@baobab/contract/videos/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createHttp } from '../../http.ts'
import { createSignedPath } from '../../platform/security/signed-links.ts'
import { videoBytes, makeUploadedVideo } from '../../../test/videos.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makePaidStudent, PASSWORD } from '../../../test/factories.ts'
import { storeFile } from '../../../test/store-file.ts'
import { videos } from '../tables.ts'
import { waitFor } from '../../../test/wait-for.ts'

let url: string
let id: string
const t = await openTestApp()
const admin = await makeAdmin(t)
beforeAll(async () => {
  const video = await makeUploadedVideo(t, admin.token)
  id = video._id
  url = video.videoUrl ?? ''
})

const whole = Buffer.from(videoBytes())
const get = (path = url, headers: Record<string, string> = {}) => t.http.inject({ method: 'GET', url: path, headers })
const stored = (file: string, content: string | Buffer) => storeFile(t, file, content)

describe('a video by its link', () => {
  it('U-18 is sent whole, as a video only, and shared caches may store it', async () => {
    const reply = await get()
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(whole)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(whole.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
    expect(reply.headers['content-security-policy']).toContain('sandbox')
    expect(reply.headers['content-disposition']).toMatch(/^inline/)
    const [, age] = /^public, max-age=(\d+)$/.exec(String(reply.headers['cache-control'])) ?? []
    expect(Number(age)).toBeGreaterThan(2 * 3_600 - 60)
    expect(Number(age)).toBeLessThanOrEqual(4 * 3_600)
  })

  it('is sent in ranges', async () => {
    const size = whole.length
    for (const [range, start, end] of [
      ['bytes=0-', 0, size - 1],
      ['bytes=100-199', 100, 199],
      ['bytes=-500', size - 500, size - 1],
      [`bytes=${size - 10}-${size + 100}`, size - 10, size - 1],
    ] as const) {
      const reply = await get(url, { range })
      expect(reply.statusCode).toBe(206)
      expect(reply.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
      expect(reply.headers['content-length']).toBe(String(end - start + 1))
      expect(reply.rawPayload.equals(whole.subarray(start, end + 1))).toBe(true)
    }
  })

  it('U-19 has no range after its end', async () => {
    const reply = await get(url, { range: `bytes=${whole.length}-` })
    expect(reply.statusCode).toBe(416)
    expect(reply.headers['content-range']).toBe(`bytes */${whole.length}`)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.json()).toMatchObject({ status: 'error', code: 'range_invalid' })
  })

  it('U-19 is sent whole when a thousand ranges are requested', async () => {
    const range = `bytes=${Array.from({ length: 1_000 }, (_, i) => `${i}-${i}`).join(',')}`
    const reply = await get(url, { range })
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.length).toBe(whole.length)
  })

  it('continues with a range only if it is still the same file', async () => {
    const etag = String((await get()).headers.etag)
    const range = 'bytes=10-19'
    expect((await get(url, { range, 'if-range': etag })).statusCode).toBe(206)
    expect((await get(url, { range, 'if-range': '"another"' })).statusCode).toBe(200)
    expect((await get(url, { range, 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT' })).statusCode).toBe(200)
    const known = await get(url, { 'if-none-match': `"x", W/${etag}` })
    expect(known.statusCode).toBe(304)
    expect(known.rawPayload).toHaveLength(0)
  })

  it('has only headers in the reply to HEAD', async () => {
    const reply = await t.http.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-9' } })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-length']).toBe(String(whole.length))
    expect(reply.rawPayload).toHaveLength(0)
  })
})

describe('a link', () => {
  const refused = async (path: string) => {
    const reply = await get(path)
    expect(reply.statusCode).toBe(403)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.json()).toMatchObject({
      code: 'link_invalid',
      message: 'This link has expired. Please reload the page.',
    })
  }
  const parts = () => {
    const [, , token = '', ...file] = url.split('/')
    return { token, file: file.join('/') }
  }

  it('U-20 expires', async () => {
    t.app.clock.advance(2 * 3_600_000 - 60_000)
    expect((await get()).statusCode).toBe(200)
    t.app.clock.advance(2 * 3_600_000 + 120_000)
    await refused(url)
    t.app.clock.advance(-(4 * 3_600_000 + 60_000))
  })

  it('U-20 opens no other file and cannot be altered', async () => {
    const { token, file } = parts()
    const other = await makeUploadedVideo(t, admin.token)
    const [, , , ...otherFile] = (other.videoUrl ?? '').split('/')
    await refused(`/media/${token}/${otherFile.join('/')}`)
    const [expires = '', session = '', signature = ''] = token.split('~')
    const later = (Number.parseInt(expires, 36) + 3_600).toString(36)
    await refused(`/media/${later}~${session}~${signature}/${file}`)
    await refused(`/media/${expires}~${crypto.randomUUID()}~${signature}/${file}`)
    await refused(`/media/${expires}~~${signature.slice(1)}/${file}`)
    await refused(`/media/x/${file}`)
  })

  it.each([
    'videos/..%2f..%2f..%2fetc%2fpasswd',
    '..%2fserver_keys',
    '%2e%2e/%2e%2e/etc/passwd',
    'videos/a.mp4%00.vtt',
    'tmp/x.mp4',
    '',
  ])('cannot lead outside the file store: %s', async (path) => {
    const { token } = parts()
    expect([400, 403, 404]).toContain((await get(`/media/${token}/${path}`)).statusCode)
    const file = decodeURIComponent(path)
    const signed = createSignedPath({ key: t.app.keys.links, file, now: t.app.clock.now() })
    const reply = await get(signed.slice(0, signed.length - file.length) + path)
    expect([400, 403, 404]).toContain(reply.statusCode)
  })

  it('to a removed file is a 404 that is not cached', async () => {
    const gone = createSignedPath({
      key: t.app.keys.links,
      file: `videos/${crypto.randomUUID()}.mp4`,
      now: t.app.clock.now(),
    })
    const reply = await get(gone)
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  /** Spells a link to a file in other ways that a lenient reader takes for the same. */
  function respell(link: string): string[] {
    const [, place = '', token = '', ...names] = link.split('/')
    const [time = '', session = '', signature = ''] = token.split('~')
    const file = names.join('/')
    const tokens = [
      `${time.toUpperCase()}~${session}~${signature}`,
      `0${time}~${session}~${signature}`,
      `+${time}~${session}~${signature}`,
      `%20${time}~${session}~${signature}`,
      `${time}.5~${session}~${signature}`,
      `${time}-~${session}~${signature}`,
      `${token}~`,
      `${token}~x`,
      `${token}=`,
      `${token}%00`,
      token.replaceAll('~', '%7E'),
      ...'A B C D E F Q R S T g h i j w x y z 0 1 2 3'.split(' ').map((last) => token.slice(0, -1) + last),
    ].filter((other) => other !== token)
    const files = [
      file.replace('/', '%2F'),
      file.replace('/', '%2f'),
      file.replace('.', '%2e'),
      file.replace('.', '%2E'),
      file.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      `${file}?v=1`,
      `${file}/`,
      `/${file}`,
    ]
    return [
      ...tokens.map((other) => `/${place}/${other}/${file}`),
      ...files.map((other) => `/${place}/${token}/${other}`),
      `/%${place.charCodeAt(0).toString(16)}${place.slice(1)}/${token}/${file}`,
    ]
  }

  it('has exactly one spelling, so that it cannot be cached or counted as another', async () => {
    expect((await get()).statusCode).toBe(200)
    for (const other of respell(url))
      expect({ other, status: (await get(other)).statusCode }).toEqual({ other, status: 403 })
  })

  it('U-20 to a premium video has exactly one spelling too, and opens in no other session', async () => {
    const { _id } = await makeUploadedVideo(t, admin.token, { access: 'premium' })
    const [one, other] = [await makePaidStudent(t), await makePaidStudent(t)]
    const readLink = async (token: string) =>
      (await t.as(token)(contract.listVideos, {})).find((video) => video._id === _id)?.videoUrl ?? ''
    const [link, otherLink] = [await readLink(one.token), await readLink(other.token)]
    expect((await get(link)).statusCode).toBe(200)
    for (const spelling of respell(link)) expect((await get(spelling)).statusCode).toBe(403)
    const [, session = '', signature = ''] = /~(.*)~(.*?)\//.exec(link) ?? []
    const [, otherSession = '', otherSignature = ''] = /~(.*)~(.*?)\//.exec(otherLink) ?? []
    expect(otherSession).not.toBe(session)
    await refused(link.replace(session, otherSession))
    await refused(link.replace(signature, otherSignature))
    await refused(link.replace(`~${session}~`, '~~'))
    expect((await get(link)).statusCode).toBe(200)
  })

  it('to a premium video stops working when its session expires, before the link itself does', async () => {
    const { _id } = await makeUploadedVideo(t, admin.token, { access: 'premium' })
    const student = await makePaidStudent(t)
    const untilEnd = SESSION_MS - 60_000
    t.app.clock.advance(untilEnd)
    const link = (await t.as(student.token)(contract.listVideos, {})).find((video) => video._id === _id)?.videoUrl ?? ''
    expect((await get(link)).statusCode).toBe(200)
    t.app.clock.advance(120_000)
    await refused(link)
    t.app.clock.advance(-untilEnd - 120_000)
    expect((await get(link)).statusCode).toBe(200)
  })

  it('U-20 to a premium video stops working when its session ends', async () => {
    const { _id } = await makeUploadedVideo(t, admin.token, { access: 'premium' })
    const student = await makePaidStudent(t)
    const login = await t.as()(accounts.logInStudent, { body: { email: student.email, password: PASSWORD } })
    const links = async (token: string) =>
      (await t.as(token)(contract.listVideos, {})).find((video) => video._id === _id)?.videoUrl ?? ''
    const [first, second] = [await links(student.token), await links(login.authToken)]
    expect(first).not.toBe(second)
    expect((await get(first)).headers['cache-control']).toMatch(/^private/)
    await t.as(student.token)(accounts.logOutStudent, {})
    await refused(first)
    expect((await get(second)).statusCode).toBe(200)
  })

  it('that was public stops working once its video is premium', async () => {
    const { _id, title, videoUrl = '' } = await makeUploadedVideo(t, admin.token)
    expect((await get(videoUrl)).statusCode).toBe(200)
    const body = { title, description: 'A tale.', access: 'premium' } as const
    await t.as(admin.token)(adminContract.updateVideo, { params: { id: _id }, body })
    await waitFor(() => refused(videoUrl))
  })
})

describe('other files', () => {
  it('U-18 have their own content types, and an SVG cannot run scripts', async () => {
    const name = crypto.randomUUID()
    const drawing = await get(await stored(`posters/${name}.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>'))
    expect(drawing.headers['content-type']).toBe('image/svg+xml')
    expect(drawing.headers['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox$/)
    const [folder, part] = [`streams/${name}`, '240p.mp4']
    const rung = await get(await stored(`${folder}/${part}`, 'bytes'))
    expect(rung.headers).toMatchObject({
      'content-type': 'video/mp4',
      etag: `"streams-${name}-${part}"`,
      'content-disposition': `inline; filename="streams-${name}-${part}"`,
    })
    const captions = await get(await stored(`captions/${name}.vtt`, 'WEBVTT\n\n'))
    expect(captions.headers['content-type']).toBe('text/vtt; charset=utf-8')
    const picture = await get(await stored(`pictures/${name}.webp`, 'RIFF'))
    expect(picture.headers).toMatchObject({ 'content-type': 'image/webp' })
    expect(picture.headers['cache-control']).toMatch(/^private/)
  })
})

describe('a viewer who closes the connection', () => {
  it.skipIf(process.platform !== 'linux')('leaves no file open', async () => {
    const link = await stored(`videos/${crypto.randomUUID()}.mp4`, Buffer.alloc(32 * 1_048_576))
    const file = link.split('/').at(-1) ?? ''
    const address = await t.http.listen({ port: 0, host: '127.0.0.1' })
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith(file)
        } catch {
          return false
        }
      })
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${address}${link}`, resolve).on('error', reject).end()
    })
    expect(isOpen()).toBe(true)
    reply.destroy()
    await waitFor(() => expect(isOpen()).toBe(false))
    expect((await get()).statusCode).toBe(200)
  })

  it('causes no error if the file was removed too', async () => {
    const { _id } = await makeUploadedVideo(t, admin.token)
    const [row] = await t.app.db.select().from(videos).where(eq(videos.id, _id))
    await rm(join(t.app.config.filesDir, row?.file ?? ''))
    const link = createSignedPath({ key: t.app.keys.links, file: row?.file ?? '', now: t.app.clock.now() })
    expect((await get(link)).statusCode).toBe(404)
    expect(id).not.toBe(_id)
  })
})

it('a paused player does not keep the server from stopping', async () => {
  const http = await createHttp(t.app)
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const link = await stored('videos/33333333-3333-4333-8333-333333333333.mp4', Buffer.alloc(32 * 1_048_576))
  const [player] = (await once(request({ port, path: link }).end(), 'response')) as [IncomingMessage]
  player.pause().on('error', () => undefined)
  await once(player.socket, 'readable')
  await http.close()
  expect(http.server.listening).toBe(false)
})
