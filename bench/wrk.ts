// Generates load by repeating one request with wrk, which is fast enough not to be the bottleneck. Both sides of a comparison use the same
// driver; without wrk our own is used, and the notes say so.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drive } from './driver.ts'
import { run, versionOf } from './processes.ts'

export type Same = { url: string; path: string; encoding: string; connections: number; seconds: number }

const perSecond = (out: string) => Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1])

/** Measures replies per second for one repeated request. */
export async function repeatSame({ url, path, encoding, connections, seconds }: Same): Promise<number> {
  if (versionOf('wrk') === undefined) {
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: ${encoding}\r\n\r\n`)
    const requests = Array.from({ length: connections }, () => [request])
    return (await drive({ url, requests, seconds, repeat: true })).perSecond
  }
  const sizes = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`]
  const out = await run('wrk', [...sizes, '-H', `Accept-Encoding: ${encoding}`, url + path])
  if (/Non-2xx|Socket errors/.test(out)) throw new Error(`wrk saw failures: ${out}`)
  return perSecond(out)
}

type Ranges = { url: string; size: number; bytes: number; connections: number; seconds: number; folder: string }

/** Measures random range requests per second. Needs wrk: our own driver would be the bottleneck. */
export async function randomRanges({ url, size, bytes, connections, seconds, folder }: Ranges): Promise<number> {
  const script = join(folder, 'ranges.lua')
  await writeFile(
    script,
    `math.randomseed(7)
    request = function()
      local from = math.random(0, ${size - bytes})
      return wrk.format("GET", nil, { ["Range"] = "bytes=" .. from .. "-" .. (from + ${bytes - 1}) })
    end
    `,
  )
  const out = await run('wrk', ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '-s', script, url])
  if (/Non-2xx|Socket errors/.test(out)) throw new Error(`wrk saw failures: ${out}`)
  return perSecond(out)
}
