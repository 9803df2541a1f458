// Tests malicious pictures: scripts after the pixels, dimensions that would fill memory, and endless bodies.
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { PICTURE_BYTES } from '@baobab/contract/profile/text.ts'
import { updateStudentPicture } from '@baobab/contract/profile/endpoints.ts'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { makeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { waitFor } from '../../test/wait-for.ts'

const MIB = 1_048_576

const t = await openTestApp()
const student = await makeStudent(t)

async function put(bytes: Uint8Array, name = 'me.jpg') {
  const body = new FormData()
  body.set('profilePicture', new Blob([new Uint8Array(bytes)]), name)
  return t.as(student.token)(updateStudentPicture, { params: { username: student.username }, body })
}

async function stored(bytes: Uint8Array): Promise<Buffer> {
  const { profilePicture } = await put(bytes)
  return (await t.http.inject(profilePicture)).rawPayload
}

const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#8F2F17' } })
    .jpeg()
    .toBuffer()

it('U-08 only the pixels of a picture with a script or an archive after them are stored', async () => {
  const script = '<script>alert(1)</script>'
  const hidden = Buffer.concat([await photo(), Buffer.from(`*/=1;${script}PK\u0003\u0004evil.html`)])
  const made = await stored(hidden)
  expect(made.subarray(0, 4).toString()).toBe('RIFF')
  for (const part of ['<script', 'PK\u0003\u0004', 'evil.html', '*/']) expect(made.includes(part)).toBe(false)
  // A comment segment of the JPEG itself.
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 2 + script.length])
  const commented = await stored(Buffer.concat([start, Buffer.from(script), (await photo()).subarray(2)]))
  expect(commented.includes('<script')).toBe(false)
})

it('U-08 a GIF that is a script is refused', async () => {
  const gif = Buffer.concat([Buffer.from('GIF89a/*'), Buffer.alloc(300), Buffer.from('*/=1;alert(1)//')])
  expect(await refusal(put(gif, 'me.gif'))).toMatchObject({ status: 422, code: 'not_a_picture' })
})

/** Creates a PNG that claims a size but has almost no data. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const pixels = deflateSync(Buffer.alloc(MIB))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

it.each([5_000, 50_000])('U-10 a PNG whose sides are %i pixels is refused before it is decoded', async (side) => {
  await put(await photo())
  const before = process.memoryUsage().rss
  expect(await refusal(put(png(side, side)))).toMatchObject({ status: 422, code: 'not_a_picture' })
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * MIB)
})

it('U-11 only the first frame of an animation is stored', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = await Promise.all(['#ff0000', '#0000ff', '#00ff00'].map(frame))
  const animation = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await sharp(animation).metadata()).pages).toBeGreaterThan(1)
  const made = sharp(await stored(animation))
  expect((await made.metadata()).pages).toBeUndefined()
  const { dominant } = await made.stats()
  expect(dominant.r).toBeGreaterThan(200)
  expect(dominant.b).toBeLessThan(50)
})

/** Sends up to this many parts of a picture until the server replies. @returns the status and the size its copy reached */
async function sendUntilReply(length: number | undefined, { part, parts }: { part: string; parts: number }) {
  const { port } = t.http.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => (received += data.toString('latin1')))
  socket.on('error', () => undefined)
  const size = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  const head = '--b\r\nContent-Disposition: form-data; name="profilePicture"; filename="a.png"\r\n\r\n'
  const write = (text: string) =>
    socket.write(length === undefined ? `${text.length.toString(16)}\r\n${text}\r\n` : text)
  socket.write(
    `PUT /student/update-profile-picture/${student.username} HTTP/1.1\r\nHost: x\r\n` +
      `Authorization: Bearer ${student.token}\r\nContent-Type: multipart/form-data; boundary=b\r\n${size}\r\n\r\n`,
  )
  write(head)
  let largest = 0
  for (let sent = 0; received === '' && !socket.destroyed; sent += 1) {
    const isSent = sent < parts && write(part)
    // The server may close the connection before everything is sent.
    if (!isSent)
      await Promise.race(['drain', 'data', 'close'].map((event) => once(socket, event))).catch(() => undefined)
    largest = Math.max(largest, ...(await readSizes()))
  }
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]), largest }
}

/** Returns the sizes of the temporary files. */
async function readSizes(): Promise<number[]> {
  const folder = join(t.app.config.filesDir, 'tmp')
  const sizes = (await readdir(folder)).map(
    async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size,
  )
  return (await Promise.all(sizes)).map((size) => size ?? 0)
}

it.each([
  ['without a length', undefined, Infinity, 413],
  ['of ten gigabytes', 10_000_000_000, Infinity, 413],
  ['that is longer than it says', 100, 1, 400],
])('U-03 a file %s is refused at its limit, and nothing of it is kept', async (_, length, parts, expected) => {
  if (!t.http.server.listening) await t.http.listen({ port: 0, host: '127.0.0.1' })
  // A connection that ends with much unread data may lose the reply.
  const part = 'x'.repeat(parts === 1 ? 200 : 64 * 1_024)
  const { status, largest } = await sendUntilReply(length, { part, parts })
  expect(status).toBe(expected)
  expect(largest).toBeLessThan(PICTURE_BYTES + MIB)
  await waitFor(async () => expect(await readSizes()).toEqual([]))
})
