// Signed links for files that <img> and <video> load, which cannot send a bearer token. The token in the path signs the file and
// its expiry. The expiry is rounded, so that many callers get the same link and caches can serve it.
import { computeHmac, isSameSecret } from './tokens.ts'

const STEP_S = 2 * 3_600

/** Returns the expiry, in seconds, of a link created now: the end of the next whole step, 2 to 4 hours from now. */
export function linkExpiry(now: Date): number {
  return (Math.floor(now.getTime() / 1_000 / STEP_S) + 2) * STEP_S
}

/** Returns when the current step ends, after which links get a different signature. */
export function linkStepEnd(now: Date): Date {
  return new Date((linkExpiry(now) - STEP_S) * 1_000)
}

type LinkOptions = {
  key: Buffer
  file: string
  now: Date
  /** Binds the link to a session: it stops working when that session ends. */
  sessionId?: string | undefined
}

/**
 * A signature covers one file, or the whole folder of a stream or poster, because playlists name their parts with relative paths,
 * and pages do the same with a poster's sizes.
 */
const signatureScope = (file: string) =>
  /^(streams|posters)\/[^/]+\//.test(file) ? file.slice(0, file.lastIndexOf('/')) : file

type SignedParts = Omit<LinkOptions, 'now'> & { expires: number }

function toToken({ key, file, expires, sessionId = '' }: SignedParts): string {
  const signature = computeHmac(key, 'link', signatureScope(file), String(expires), sessionId).toString('base64url')
  return [expires.toString(36), sessionId, signature].join('~')
}

/** Creates a path under /media that serves one stored file until it expires. */
export function createSignedPath(link: LinkOptions): string {
  return `/media/${createLinkToken(link)}/${link.file}`
}

/** Creates only the token of such a path, for files that are served elsewhere. */
export function createLinkToken(link: LinkOptions): string {
  const expires = linkExpiry(link.now)
  if (link.sessionId !== undefined) return toToken({ ...link, expires })
  const { tokens } = openSharedTokens(link.key, expires)
  const scope = signatureScope(link.file)
  const token = tokens.get(scope) ?? toToken({ ...link, expires })
  tokens.set(scope, token)
  return token
}

type SharedTokens = { expires: number; tokens: Map<string, string> }

/**
 * The tokens that everybody shares, for the latest expiry only. A video has a dozen links, and signing is most of the cost of its
 * reply.
 */
const sharedTokens = new WeakMap<Buffer, SharedTokens>()
/** Above this number the tokens are forgotten, so that removed files do not fill the memory: about 20 MB. */
const MAX_TOKENS = 100_000

function openSharedTokens(key: Buffer, expires: number): SharedTokens {
  const known = sharedTokens.get(key)
  if (known?.expires === expires && known.tokens.size < MAX_TOKENS) return known
  const opened = { expires, tokens: new Map<string, string>() }
  sharedTokens.set(key, opened)
  return opened
}

type LinkCheck = { key: Buffer; folder: 'media' | 'downloads'; path: string; now: Date }

type LinkVerification =
  | { kind: 'valid'; file: string; sessionId: string | undefined; expires: number }
  | { kind: 'invalid' }

/**
 * Verifies a link's signature and expiry. The caller checks that the file may be served here, and that the session of a bound link
 * still exists.
 * @param folder the first part of the path
 * @param path the path as requested, not decoded: a link has only one spelling, so that no cache stores a file twice
 */
export function verifyLink({ key, folder, path, now }: LinkCheck): LinkVerification {
  const prefix = `/${folder}/`
  if (!path.startsWith(prefix)) return { kind: 'invalid' }
  const [token = '', ...names] = path.slice(prefix.length).split('/')
  const file = names.join('/')
  const [time = '', session = ''] = token.split('~')
  const expires = Number.parseInt(time, 36)
  if (!Number.isSafeInteger(expires) || expires * 1_000 < now.getTime()) return { kind: 'invalid' }
  const sessionId = session === '' ? undefined : session
  const isValid = isSameSecret(toToken({ key, file, expires, sessionId }), token)
  return isValid ? { kind: 'valid', file, sessionId, expires } : { kind: 'invalid' }
}
