// Parses the HLS playlists that ffmpeg wrote and writes the master playlist (RFC 8216). Pure.
import { rungName } from '../stream.ts'

/** A segment of a rung: a range of bytes of its one file. */
type Segment = { seconds: number; bytes: number; start: number }

/** Parses the segments of a playlist, all of which must be byte ranges of one file. */
export function parseSegments(playlist: string): Segment[] {
  const matches = playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n/g)
  return [...matches].map(([, seconds, bytes, start]) => ({
    seconds: Number(seconds),
    bytes: Number(bytes),
    start: Number(start),
  }))
}

/**
 * Returns the bit rates by which a player chooses a rung, in bits per second: the peak, which is the highest of any
 * segment, and the average.
 */
export function computeBandwidth(segments: readonly Segment[]): { peak: number; average: number } {
  const bitRate = ({ bytes, seconds }: { bytes: number; seconds: number }) =>
    Math.ceil((bytes * 8) / Math.max(seconds, 0.5))
  const total = segments.reduce(
    (sum, { bytes, seconds }) => ({ bytes: sum.bytes + bytes, seconds: sum.seconds + seconds }),
    {
      bytes: 0,
      seconds: 0,
    },
  )
  return { peak: Math.max(0, ...segments.map(bitRate)), average: bitRate(total) }
}

/** Reads the codec name (RFC 6381) of an H.264 track from the first bytes of its file. */
export function readAvcCodec(head: Buffer): string {
  const at = head.indexOf('avcC')
  if (at < 0 || at + 8 > head.length) throw new Error('The rung has no H.264 track.')
  return `avc1.${head.subarray(at + 5, at + 8).toString('hex')}`
}

/** A rung as the master playlist describes it. */
export type Variant = {
  height: number
  width: number
  lines: number
  codecs: string
  segments: Segment[]
  frameRate: number
}

/**
 * Writes the master playlist. The lowest rung comes first, because players start with the first. The audio-only file is
 * left out, because a player on a slow network would switch to it by itself and the picture would disappear.
 */
export function writeMasterPlaylist(variants: readonly Variant[]): string {
  const lines = variants.flatMap(({ height, width, lines: pictureHeight, codecs, segments, frameRate }) => {
    const { peak, average } = computeBandwidth(segments)
    const bandwidth = `BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average}`
    const format = `RESOLUTION=${width}x${pictureHeight},FRAME-RATE=${frameRate.toFixed(3)},CODECS="${codecs}"`
    return [`#EXT-X-STREAM-INF:${bandwidth},${format}`, `${rungName(height)}.m3u8`]
  })
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n')
}
