// Requests time stamps from authorities (RFC 3161, over HTTP). Authorities need not be trusted, because every reply is checked.
import {
  checkTimeStamp,
  makeTimeStampRequest,
  NONCE_BYTES,
  TIME_STAMP_MAX_BYTES,
  type TimeStamp,
} from '@baobab/contract/scholarship/draw/time-stamp.ts'
import { randomBytes } from 'node:crypto'
import { readBytesUpTo } from '../http/read-up-to.ts'

export type TimeStampAuthorities = {
  /** The authorities' names: their hosts, in a form that is valid in file names. */
  names: string[]
  /** Requests a time stamp for a file's SHA-256 from one authority. Throws if the reply is not valid. */
  stamp(name: string, hash: Buffer): Promise<{ stamp: TimeStamp; reply: Buffer }>
}

const TIMEOUT_MS = 15_000

/** Returns the name of an authority, with a hyphen before its port. */
export const toAuthorityName = (url: string): string => new URL(url).host.replaceAll(/[^a-z0-9.-]+/g, '-')

/** Opens a client for the authorities. */
export function openTimeStampAuthorities(
  urls: readonly string[],
  { timeoutMs = TIMEOUT_MS } = {},
): TimeStampAuthorities {
  const byName = new Map(urls.map((url) => [toAuthorityName(url), url]))
  return {
    names: [...byName.keys()],
    async stamp(name, hash) {
      const url = byName.get(name)
      if (url === undefined) throw new Error(`the settings name no authority ${name}`)
      const random = randomBytes(NONCE_BYTES)
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query' },
        body: makeTimeStampRequest(hash, random),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`the authority replied ${response.status}`)
      const reply = await readBytesUpTo(response, TIME_STAMP_MAX_BYTES)
      const { stamp, fault } = await checkTimeStamp(reply, { hash, random })
      if (!stamp) throw new Error(`the time stamp is not valid: ${fault}`)
      return { stamp, reply }
    },
  }
}
