// Signed links for what a tag must open: pictures, posters, films. The token is in the path and signs the file and the
// moment it runs out, which is rounded so that callers share a link and caches may keep it (decisions 3).
import { computeHmac, isSameSecret } from './tokens.ts'

const STEP_S = 2 * 3_600

/** When a link made now runs out: at the end of the next whole step, so it lives 2 to 4 hours. In seconds. */
export function linkExpiry(now: Date): number {
  return (Math.floor(now.getTime() / 1_000 / STEP_S) + 2) * STEP_S
}

type Linked = { key: Buffer; file: string; now: Date; sessionId?: string | undefined }
type Signing = { key: Buffer; file: string; expires: number; sessionId?: string | undefined }

/** What a signature covers: a file alone, or all of a stream's folder, whose playlists name their parts relatively. */
const scopeOf = (file: string) => (file.startsWith('streams/') ? file.slice(0, file.lastIndexOf('/')) : file)

function signature({ key, file, expires, sessionId }: Signing): string {
  return computeHmac(key, 'link', scopeOf(file), String(expires), sessionId ?? '').toString('base64url')
}

/**
 * A path that opens one stored file until it runs out.
 * @param link.sessionId binds the link to a session as well: it dies when that session ends
 */
export function createSignedPath(link: Linked): string {
  return `/media/${createLinkToken(link)}/${link.file}`
}

/** The token of such a link alone, for files that are opened under another path. */
export function createLinkToken(link: Linked): string {
  const expires = linkExpiry(link.now)
  return [expires.toString(36), link.sessionId ?? '', signature({ ...link, expires })].join('~')
}

export type LinkVerification = { kind: 'valid'; sessionId: string | undefined; expires: number } | { kind: 'invalid' }

/** Judges a link's token for a file. A link bound to a session still needs that session to live. */
export function verifyLink(reading: { key: Buffer; token: string; file: string; now: Date }): LinkVerification {
  const [time = '', session = '', given = ''] = reading.token.split('~')
  const expires = Number.parseInt(time, 36)
  if (!Number.isSafeInteger(expires) || expires * 1_000 < reading.now.getTime()) return { kind: 'invalid' }
  const sessionId = session === '' ? undefined : session
  const expected = signature({ key: reading.key, file: reading.file, expires, sessionId })
  return isSameSecret(expected, given) ? { kind: 'valid', sessionId, expires } : { kind: 'invalid' }
}
