// wrk, for loads of one and the same request: in C, so that the fastest server is measured and not the driver. Both
// sides of a comparison get the same; without wrk on the path our own driver does it, and the notes say so.
import { drive } from './driver.ts'
import { run, versionOf } from './processes.ts'

export type Same = { url: string; path: string; encoding: string; connections: number; seconds: number }

/** Replies a second for one request sent again and again. */
export async function repeatSame({ url, path, encoding, connections, seconds }: Same): Promise<number> {
  if (versionOf('wrk') === undefined) {
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: ${encoding}\r\n\r\n`)
    const requests = Array.from({ length: connections }, () => [request])
    return (await drive({ url, requests, seconds, repeat: true })).perSecond
  }
  const sizes = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`]
  const out = await run('wrk', [...sizes, '-H', `Accept-Encoding: ${encoding}`, url + path])
  if (/Non-2xx|Socket errors/.test(out)) throw new Error(`wrk saw failures: ${out}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1])
}
