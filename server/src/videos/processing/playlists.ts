// Reads the playlists that ffmpeg wrote and writes the one that names them all (RFC 8216). Pure.
import { rungName } from '../stream.ts'

export type Part = { seconds: number; bytes: number; start: number }

/** The parts of a playlist whose segments are ranges of one file. */
export function partsOf(playlist: string): Part[] {
  const found = playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n/g)
  return [...found].map(([, seconds, bytes, start]) => ({
    seconds: Number(seconds),
    bytes: Number(bytes),
    start: Number(start),
  }))
}

/** Bits a second of the heaviest part and of the whole, as a player needs them to choose. */
export function bandwidthOf(parts: readonly Part[]): { peak: number; average: number } {
  const bits = (part: { bytes: number; seconds: number }) => Math.ceil((part.bytes * 8) / Math.max(part.seconds, 0.5))
  const all = parts.reduce(
    (sum, { bytes, seconds }) => ({ bytes: sum.bytes + bytes, seconds: sum.seconds + seconds }),
    {
      bytes: 0,
      seconds: 0,
    },
  )
  return { peak: Math.max(0, ...parts.map(bits)), average: bits(all) }
}

/** The codec of an H.264 track as browsers name it (RFC 6381), from the head of its file. */
export function avcCodec(head: Buffer): string {
  const at = head.indexOf('avcC')
  if (at < 0 || at + 8 > head.length) throw new Error('The rung has no H.264 track.')
  return `avc1.${head.subarray(at + 5, at + 8).toString('hex')}`
}

export type Variant = { height: number; width: number; lines: number; codecs: string; parts: Part[]; rate: number }

/**
 * The playlist of all rungs, the lowest first, because players begin with the first. The sound alone is not among them:
 * it is a student's choice, and a player that falls back to it by itself would take the picture away.
 */
export function masterPlaylist(variants: readonly Variant[]): string {
  const lines = variants.flatMap(({ height, width, lines: tall, codecs, parts, rate }) => {
    const { peak, average } = bandwidthOf(parts)
    const bits = `BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average}`
    const shape = `RESOLUTION=${width}x${tall},FRAME-RATE=${rate.toFixed(3)},CODECS="${codecs}"`
    return [`#EXT-X-STREAM-INF:${bits},${shape}`, `${rungName(height)}.m3u8`]
  })
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n')
}
