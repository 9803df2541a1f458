// Counts a stream's bytes: reads its playlists like a player, and fetches its first minute.
import type { Video } from '@baobab/contract/videos/endpoints.ts'

const MINUTE = 60

export type Rung = { rung: string; bytes: number }

async function textOf(url: string): Promise<string> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${reply.status} for a playlist.`)
  return reply.text()
}

/** Fetches a range and returns its number of bytes. */
async function fetchRange(url: string, from: number, length: number): Promise<number> {
  const reply = await fetch(url, { headers: { range: `bytes=${from}-${from + length - 1}` } })
  if (reply.status !== 206) throw new Error(`${reply.status} for a range.`)
  return (await reply.arrayBuffer()).byteLength
}

/** The ranges of a playlist's first minute (RFC 8216): the initialization section and the segments. */
function rangesOf(playlist: string): { from: number; length: number }[] {
  const [, length = '0', from = '0'] = /#EXT-X-MAP:.*BYTERANGE="(\d+)@(\d+)"/.exec(playlist) ?? []
  const ranges = [{ from: Number(from), length: Number(length) }]
  const segments = playlist.matchAll(/#EXTINF:([\d.]+),[^#]*#EXT-X-BYTERANGE:(\d+)(?:@(\d+))?/g)
  let time = 0
  let next = 0
  for (const [, duration, bytes, at] of segments) {
    const begin = at === undefined ? next : Number(at)
    next = begin + Number(bytes)
    if (time >= MINUTE) break
    time += Number(duration)
    ranges.push({ from: begin, length: Number(bytes) })
  }
  if (ranges.length < 2) throw new Error('A playlist without segments.')
  return ranges
}

/** Returns the bytes of one minute at one rung: its playlist and the ranges that a player requests. */
async function minuteOf(playlistUrl: string): Promise<number> {
  const playlist = await textOf(playlistUrl)
  const [, file = ''] = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist) ?? []
  let bytes = Buffer.byteLength(playlist)
  for (const { from, length } of rangesOf(playlist))
    bytes += await fetchRange(new URL(file, playlistUrl).href, from, length)
  return bytes
}

/** Returns the bytes of one minute at each rung of a video, and of its sound alone. */
export async function bytesOfAMinute(baseUrl: string, video: Video): Promise<Rung[]> {
  const master = new URL(video.streamUrl ?? '', baseUrl).href
  const names = (await textOf(master)).split('\n').filter((line) => line.endsWith('.m3u8') && !line.startsWith('#'))
  const sound = video.renditions.find(({ quality }) => quality === 'sound')?.playlistUrl
  const playlists = [
    ...names.map((name) => new URL(name, master).href),
    ...(sound ? [new URL(sound, baseUrl).href] : []),
  ]
  const rungs: Rung[] = []
  for (const url of playlists) rungs.push({ rung: /([^/]+)\.m3u8$/.exec(url)?.[1] ?? url, bytes: await minuteOf(url) })
  return rungs
}
