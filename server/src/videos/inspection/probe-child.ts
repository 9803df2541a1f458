// A program of its own, because files from outside are read here: `probe FILE` tells what a video is made of, `remux
// FILE OUT` writes it as an mp4 that starts at once. One line of JSON comes out: null for "not a playable video", a text
// for an error of the machine. Its parent bounds its memory and its time: an endless or exploding file ends with it.
import { open } from 'node:fs/promises'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  type EncodedPacket,
  type InputFormat,
} from 'mediabunny'
import { VIDEO_SECONDS } from '@baobab/contract/limits.ts'
import { readLayout, type Layout } from './container-layout.ts'

export type Container = 'mp4' | 'mov' | 'webm' | 'mkv'

export type Probed = {
  startsFast: boolean
  durationSeconds: number
  /** Codecs as browsers name them (RFC 6381); the sound is null where there is none. */
  picture: string
  sound: string | null
  container: Container
}

async function layoutOf(path: string): Promise<Layout | undefined> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return await readLayout(async (position, length) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position)
      return new DataView(buffer.buffer, 0, bytesRead)
    }, size)
  } finally {
    await file.close()
  }
}

function containerOf(format: InputFormat): Container {
  if (format === MP4) return 'mp4'
  if (format === QTFF) return 'mov'
  return format === WEBM ? 'webm' : 'mkv'
}

const openInput = (path: string) =>
  new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] })

async function probe(path: string): Promise<Probed | null> {
  const layout = await layoutOf(path)
  if (!layout) return null
  const input = openInput(path)
  const track = await input.getPrimaryVideoTrack()
  if (!track) return null
  const sink = new EncodedPacketSink(track)
  const [first, durationSeconds] = [await sink.getFirstPacket(), await track.computeDuration()]
  if (!first || !(durationSeconds > 0) || durationSeconds > VIDEO_SECONDS) return null
  // Where we can read the pictures' own bytes, the first must be whole in itself: noise behind a good index is not.
  const isRead = ['avc', 'hevc', 'vp8', 'vp9', 'av1'].includes((await track.getCodec()) ?? '')
  if (isRead && (await track.determinePacketType(first)) !== 'key') return null
  const sound = await input.getPrimaryAudioTrack()
  return {
    startsFast: layout.startsFast,
    durationSeconds,
    picture: (await track.getCodecParameterString()) ?? 'unknown',
    sound: sound && ((await sound.getCodecParameterString()) ?? 'unknown'),
    container: containerOf(await input.getFormat()),
  }
}

/** Packets of both tracks in the order in which a player needs them. */
async function* interleave(tracks: AsyncGenerator<EncodedPacket>[]) {
  const heads = await Promise.all(tracks.map((packets) => packets.next()))
  for (;;) {
    const times = heads.map((head) => (head.done ? Infinity : head.value.timestamp))
    const next = times.indexOf(Math.min(...times))
    const head = heads[next]
    const packets = tracks[next]
    if (!head || head.done || !packets) return
    yield { track: next, packet: head.value }
    heads[next] = await packets.next()
  }
}

async function remux(path: string, out: string): Promise<Probed | null> {
  const input = openInput(path)
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!picture) return null
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'reserve' }), target: new FilePathTarget(out) })
  const pictures = new EncodedVideoPacketSource('avc')
  const sounds = new EncodedAudioPacketSource('aac')
  output.addVideoTrack(pictures, {
    rotation: await picture.getRotation(),
    maximumPacketCount: (await picture.computePacketStats()).packetCount,
  })
  if (sound) output.addAudioTrack(sounds, { maximumPacketCount: (await sound.computePacketStats()).packetCount })
  await output.start()
  const [look, listen] = [await picture.getDecoderConfig(), await sound?.getDecoderConfig()]
  const tracks = [picture, ...(sound ? [sound] : [])].map((track) => new EncodedPacketSink(track).packets())
  for await (const { track, packet } of interleave(tracks)) {
    if (track === 0) await pictures.add(packet, look ? { decoderConfig: look } : {})
    else await sounds.add(packet, listen ? { decoderConfig: listen } : {})
  }
  await output.finalize()
  return probe(out)
}

/** Trouble of the machine and not of the file. */
const machine = /^(ENOSPC|EDQUOT|ENOENT|EACCES|EIO|EMFILE|ENFILE)$/

const [task, path = '', out = ''] = process.argv.slice(2)
const work = task === 'remux' ? remux(path, out) : probe(path)
work.then(
  (probed) => process.stdout.write(JSON.stringify(probed)),
  (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    process.stdout.write(JSON.stringify(machine.test(code) ? code : null))
  },
)
