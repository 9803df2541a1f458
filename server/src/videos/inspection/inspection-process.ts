// A separate program that reads untrusted files: `probe FILE` prints the facts about a video; `remux FILE OUT` rewrites
// it as an mp4 that starts immediately and prints the facts about the result. The output is one line of JSON: null
// means "not a playable video", and a string is the code of a system error. The parent process limits the memory and
// time of this program, so that a file that takes endless time or memory to read cannot harm the server.
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
import { VIDEO_SECONDS } from '@baobab/contract/videos/rules.ts'
import { readContainerLayout, type Container, type ContainerLayout } from './container-layout.ts'

export type ProbeResult = {
  isFastStart: boolean
  durationSeconds: number
  /** The codecs' names in RFC 6381; 'unknown' if a codec has none there. `audioCodec` is null without sound. */
  videoCodec: string
  audioCodec: string | null
  container: Container
}

async function readLayout(path: string): Promise<ContainerLayout | undefined> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return await readContainerLayout(async (position, length) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position)
      return new DataView(buffer.buffer, 0, bytesRead)
    }, size)
  } finally {
    await file.close()
  }
}

function toContainer(format: InputFormat): Container {
  if (format === MP4) return 'mp4'
  if (format === QTFF) return 'mov'
  return format === WEBM ? 'webm' : 'mkv'
}

const openInput = (path: string) =>
  new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] })

async function probe(path: string): Promise<ProbeResult | null> {
  const layout = await readLayout(path)
  if (!layout) return null
  const input = openInput(path)
  const track = await input.getPrimaryVideoTrack()
  if (!track) return null
  const sink = new EncodedPacketSink(track)
  const [first, durationSeconds] = [await sink.getFirstPacket(), await track.computeDuration()]
  if (!first || !(durationSeconds > 0) || durationSeconds > VIDEO_SECONDS) return null
  // If mediabunny can parse the codec, the first packet must be a key frame. This detects noise behind a valid index.
  const isParsed = ['avc', 'hevc', 'vp8', 'vp9', 'av1'].includes((await track.getCodec()) ?? '')
  if (isParsed && (await track.determinePacketType(first)) !== 'key') return null
  const audio = await input.getPrimaryAudioTrack()
  return {
    isFastStart: layout.isFastStart,
    durationSeconds,
    videoCodec: (await track.getCodecParameterString()) ?? 'unknown',
    audioCodec: audio && ((await audio.getCodecParameterString()) ?? 'unknown'),
    container: toContainer(await input.getFormat()),
  }
}

/** Yields the packets of both tracks in the order of their timestamps. */
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

async function remux(path: string, out: string): Promise<ProbeResult | null> {
  const input = openInput(path)
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!video) return null
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'reserve' }), target: new FilePathTarget(out) })
  const videoSource = new EncodedVideoPacketSource('avc')
  const audioSource = new EncodedAudioPacketSource('aac')
  output.addVideoTrack(videoSource, {
    rotation: await video.getRotation(),
    maximumPacketCount: (await video.computePacketStats()).packetCount,
  })
  if (audio) output.addAudioTrack(audioSource, { maximumPacketCount: (await audio.computePacketStats()).packetCount })
  await output.start()
  const [videoConfig, audioConfig] = [await video.getDecoderConfig(), await audio?.getDecoderConfig()]
  const tracks = [video, ...(audio ? [audio] : [])].map((track) => new EncodedPacketSink(track).packets())
  for await (const { track, packet } of interleave(tracks)) {
    if (track === 0) await videoSource.add(packet, videoConfig ? { decoderConfig: videoConfig } : {})
    else await audioSource.add(packet, audioConfig ? { decoderConfig: audioConfig } : {})
  }
  await output.finalize()
  return probe(out)
}

/** System errors caused by the machine and not by the file. */
const machineErrors = /^(ENOSPC|EDQUOT|ENOENT|EACCES|EIO|EMFILE|ENFILE)$/

const [task, path = '', out = ''] = process.argv.slice(2)
const result = task === 'remux' ? remux(path, out) : probe(path)
result.then(
  (probed) => process.stdout.write(JSON.stringify(probed)),
  (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    process.stdout.write(JSON.stringify(machineErrors.test(code) ? code : null))
  },
)
