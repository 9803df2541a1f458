// Videos: ranges of a file compared with nginx, the bytes that a student downloads, the time to the first frame on a
// slow network, and the encoding.
import { mkdir, readdir, stat } from 'node:fs/promises'
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { listAdminVideos, uploadVideo } from '@baobab/contract/videos/admin.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { logInAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { figure, median, mib, ms, ratio, seconds, skipped, whole, type Bench, type Outcome } from './bench.ts'
import { firstFrame } from './first-frame.ts'
import { readLoopDelay } from './read-loop-delay.ts'
import { serveFile } from './nginx.ts'
import { run, until, versionOf } from './processes.ts'
import { startServer, type Server } from './server.ts'
import { bytesOfAMinute } from './streams.ts'
import { randomRanges } from './wrk.ts'

const RANGE = 1_048_576
const CONNECTIONS = 16
const ROUNDS = 3
const WANTED = 0.6
const LOOP_MS = 20
const START_BYTES = 250 * 1_024
const ADMIN = { username: 'adanna', email: 'adanna@baobab.example', password: 'Mango7tree!' }

/** A noisy 720p picture with a tone: more work for an encoder than a drawn video, and a larger file. */
async function makeVideo(folder: string, length: number): Promise<string> {
  const file = join(folder, 'video.mp4')
  const picture = `testsrc2=size=1280x720:rate=25:duration=${length},noise=alls=12:allf=t`
  const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=frequency=440:duration=${length}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '12M', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  await run('ffmpeg', ['-loglevel', 'error', '-y', ...sources, ...codecs, '-movflags', '+faststart', file])
  return file
}

type Stored = { video: Video; encodingMs: number }

/** Uploads a video as an admin and waits for its stream. */
async function store({ url }: Server, file: string): Promise<Stored> {
  const anyone = createClient({ baseUrl: url })
  await anyone(registerAdmin, { body: ADMIN })
  const { authToken } = await anyone(logInAdmin, { body: { email: ADMIN.email, password: ADMIN.password } })
  const admin = createClient({ baseUrl: url, token: () => authToken })
  const body = new FormData()
  body.append('title', 'The Bench')
  body.append('video', await openAsBlob(file, { type: 'video/mp4' }), 'video.mp4')
  const { video } = await admin(uploadVideo, { body })
  const began = performance.now()
  await until(
    'the stream is made',
    async () => {
      const { videos } = await admin(listAdminVideos, { query: {} })
      return videos.find(({ _id }) => _id === video._id)?.state === 'ready'
    },
    900_000,
  )
  const encodingMs = performance.now() - began
  const stored = (await anyone(listVideos, {})).find(({ _id }) => _id === video._id)
  if (!stored) throw new Error('The video is not listed.')
  return { video: stored, encodingMs }
}

/** Finds the stored file of a video by its size. */
async function fileOf(folder: string, size: number): Promise<string> {
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    const found = await stat(path)
    if (found.isFile() && found.size === size) return path
  }
  throw new Error('The video has no file.')
}

/** Compares range requests for one file from our server with those from nginx, alternating. */
async function compareRanges(bench: Bench, server: Server, { video }: Stored, loopFile: string): Promise<Outcome> {
  const what = 'Bytes a second in ranges of 1 MB, one process / nginx, one worker, the same file'
  const reference = versionOf('nginx', '-v')
  if (reference === undefined || versionOf('wrk') === undefined)
    return { figures: [skipped(what, `at least ${ratio(WANTED)}`, 'apt-get install nginx wrk')], notes: [] }
  const file = await fileOf(join(bench.folder, 'videos', 'files'), video.sizeBytes)
  const nginx = await serveFile({ folder: join(bench.folder, 'nginx'), file, path: '/video.mp4' })
  const load = {
    size: video.sizeBytes,
    bytes: RANGE,
    connections: CONNECTIONS,
    seconds: bench.size === 'small' ? 1 : 6,
    folder: bench.folder,
  }
  const rates: { ours: number; theirs: number; delay: number }[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await readLoopDelay(server, loopFile)
      const ours = await randomRanges({ ...load, url: server.url + (video.videoUrl ?? '') })
      const delay = (await readLoopDelay(server, loopFile)).p99
      const theirs = await randomRanges({ ...load, url: `${nginx.url}/video.mp4` })
      rates.push({ ours, theirs, delay })
      bench.say(`  ranges ${whole(ours)} MB/s, nginx ${whole(theirs)} MB/s, loop p99 ${ms(delay)}`)
    }
  } finally {
    await nginx.stop()
  }
  return {
    figures: [
      figure(what, median(rates.map(({ ours, theirs }) => ours / theirs)), { least: WANTED }),
      figure(
        'Delay of the event loop meanwhile, p99, the worst round',
        Math.max(...rates.map(({ delay }) => delay)),
        { under: LOOP_MS },
        ms,
      ),
    ],
    notes: [
      `Ranges from random places of a file of ${mib(video.sizeBytes)}, ${CONNECTIONS} connections, driven by wrk.`,
      `Ours ${whole(median(rates.map(({ ours }) => ours)))} MB/s, ${reference}: ${whole(median(rates.map(({ theirs }) => theirs)))} MB/s.`,
    ],
  }
}

/** Describes the bytes of one minute at each rung. */
async function describeMinutes(server: Server, name: string, video: Video): Promise<string> {
  const rungs = await bytesOfAMinute(server.url, video)
  return `One minute of ${name}: ${rungs.map(({ rung, bytes }) => `${rung} ${whole(bytes / 1_000)} kB`).join(', ')}.`
}

async function measure(bench: Bench, server: Server, loopFile: string): Promise<Outcome> {
  const starter = (await createClient({ baseUrl: server.url })(listVideos, {}))[0]
  if (!starter) throw new Error('The product has no starter videos.')
  const start = await firstFrame(server.url, starter)
  const length = bench.size === 'small' ? 10 : 60
  const stored = await store(server, await makeVideo(bench.folder, length))
  const ranges = await compareRanges(bench, server, stored, loopFile)
  return {
    figures: [
      ...ranges.figures,
      figure(
        'Bytes from Play to the first frame at 240p, the player and its stream, a starter video',
        start.bytes,
        { under: START_BYTES },
        (bytes) => `${whole(bytes / 1_024)} KiB`,
      ),
    ],
    notes: [
      ...ranges.notes,
      `To the first frame ${seconds(start.ms)} on a line of 400 kbit/s and 300 ms, of the bytes ${whole(start.script / 1_024)} KiB are the player's script.`,
      await describeMinutes(server, 'a starter video', starter),
      await describeMinutes(server, 'a busy picture with noise', stored.video),
      `Making the stream of that video, ${length} s of 720 lines, took ${ratio(stored.encodingMs / 1_000 / length)} of its length (${seconds(stored.encodingMs)}); ${versionOf('ffmpeg', '-version') ?? ''}.`,
    ],
  }
}

export async function videos(bench: Bench): Promise<Outcome> {
  if (versionOf('ffmpeg', '-version') === undefined)
    return { figures: [skipped('Videos', 'see README.md', 'apt-get install ffmpeg')], notes: [] }
  await mkdir(bench.folder, { recursive: true, mode: 0o711 })
  const databaseUrl = await bench.cluster.create('videos')
  const delaysFile = join(bench.folder, 'loop-delay')
  const server = await startServer({ dataDir: join(bench.folder, 'videos'), databaseUrl, delaysFile })
  try {
    return await measure(bench, server, delaysFile)
  } finally {
    await server.stop()
    await bench.cluster.drop('videos')
  }
}
