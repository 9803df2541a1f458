import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createLinkToken, createSignedPath, linkExpiry, verifyLink } from './signed-links.ts'

const key = randomBytes(32)
const now = new Date('2026-03-01T13:17:00Z')
const file = 'pictures/a.jpg'
const verify = (path: string, at = now, folder: 'media' | 'downloads' = 'media') =>
  verifyLink({ key, folder, path, now: at })
const create = (changes: { file?: string; sessionId?: string; key?: Buffer } = {}) =>
  createSignedPath({ key, file, now, ...changes })

describe('a link', () => {
  it('is valid for its file and its session, until it expires', () => {
    const expires = Date.parse('2026-03-01T16:00:00Z') / 1_000
    expect(verify(create())).toEqual({ kind: 'valid', file, sessionId: undefined, expires })
    expect(verify(create({ sessionId: 'a-session' }))).toMatchObject({ kind: 'valid', sessionId: 'a-session' })
    expect(verify(create(), new Date(expires * 1_000))).toMatchObject({ kind: 'valid' })
    expect(verify(create(), new Date(expires * 1_000 + 1))).toEqual({ kind: 'invalid' })
  })

  it.each([
    ['2026-03-01T12:00:00.000Z', '2026-03-01T16:00:00.000Z'],
    ['2026-03-01T13:59:59.999Z', '2026-03-01T16:00:00.000Z'],
    ['2026-03-01T14:00:00.000Z', '2026-03-01T18:00:00.000Z'],
  ])('made at %s expires at %s, like every other from that time', (made, expires) => {
    expect(new Date(linkExpiry(new Date(made)) * 1_000).toISOString()).toBe(expires)
  })

  it('W-32 for everybody is the same for two hours, also for a folder, but differs for each session, key and file', () => {
    const own = randomBytes(32)
    const sign = (changes: Parameters<typeof create>[0] & { now?: Date } = {}) =>
      createSignedPath({ key: own, file, now, ...changes })
    const first = sign()
    expect([sign(), sign({ now: new Date('2026-03-01T12:00:00Z') })]).toEqual([first, first])
    const parts = ['master.m3u8', '240p.mp4', '720p.mp4'].map((part) => sign({ file: `streams/1/${part}` }))
    expect(new Set(parts.map((part) => part.split('/')[2])).size).toBe(1)
    for (const part of parts)
      expect(verifyLink({ key: own, folder: 'media', path: part, now })).toMatchObject({ kind: 'valid' })
    const bound = [sign({ sessionId: 'one' }), sign({ sessionId: 'two' }), sign({ sessionId: 'one' })]
    expect(new Set([first, ...bound]).size).toBe(3)
    const later = new Date('2026-03-01T14:00:00Z')
    const others = [sign({ file: 'pictures/b.jpg' }), sign({ key: randomBytes(32) }), sign({ now: later }), sign()]
    expect(new Set([first, ...others]).size).toBe(4)
    for (const [link, at] of [
      [first, now],
      [others[2] ?? '', later],
    ] as const)
      expect(verifyLink({ key: own, folder: 'media', path: link, now: at })).toMatchObject({ kind: 'valid', file })
  })

  it('to part of a stream or poster is valid for the whole folder, and to any other file only for itself', () => {
    const swap = (path: string, from: string, to: string) => path.replace(from, to)
    for (const folder of ['streams', 'posters']) {
      const part = create({ file: `${folder}/one/master.m3u8` })
      expect(verify(swap(part, 'master.m3u8', '720.mp4'))).toMatchObject({
        kind: 'valid',
        file: `${folder}/one/720.mp4`,
      })
      expect(verify(swap(part, '/one/', '/two/')).kind).toBe('invalid')
      expect(verify(swap(part, 'master.m3u8', 'deeper/720.mp4')).kind).toBe('invalid')
    }
    expect(verify(swap(create(), 'a.jpg', 'b.jpg')).kind).toBe('invalid')
    expect(verify(swap(create({ file: 'x/streams/one/a' }), '/one/a', '/one/b')).kind).toBe('invalid')
  })

  it('is not valid with another key, session, expiry, prefix or spelling', () => {
    const link = create({ sessionId: 'mine' })
    const token = createLinkToken({ key, file, now, sessionId: 'mine' })
    const [time = '', session = '', signature = ''] = token.split('~')
    const later = (Number.parseInt(time, 36) + 7_200).toString(36)
    const others = [
      create({ key: randomBytes(32) }),
      link.replace('~mine~', '~yours~'),
      link.replace('~mine~', '~~'),
      link.replace(token, [later, session, signature].join('~')),
      link.replace(token, [time.toUpperCase(), session, signature].join('~')),
      link.replace(token, [time, session].join('~')),
      link.replace(token, `${token}~`),
      link.replace(token, ''),
      link.replace('a.jpg', 'a%2Ejpg'),
      link.replace('/media/', '/media//'),
      link.replace('/media/', '/other/'),
      `x${link}`,
      '/media/',
      '',
    ]
    expect(others.map((path) => verify(path).kind)).toEqual(others.map(() => 'invalid'))
    expect(verify(link, now, 'downloads').kind).toBe('invalid')
  })
})
