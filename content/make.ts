// Draws the starter videos, plays their music, and writes captions, streams, the posters' pictures for links and the list of videos. `node content/make.ts` makes all; `node
// content/make.ts danfo` makes those whose name contains the word.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSharedPicture } from '../server/src/videos/store-poster.ts'
import { captions } from './captions.ts'
import { encode, encodeRungs } from './encode.ts'
import { secondsOf, type Video } from './video.ts'
import { videos } from './scenes/index.ts'
import { music } from './sound/score.ts'

// The renderer reads this when it draws its first letter. It uses only the fonts next to this file.
process.env.FONTCONFIG_FILE = join(import.meta.dirname, 'fonts', 'fonts.conf')

const here = (...parts: string[]) => join(import.meta.dirname, ...parts)

function entry(video: Video, index: number) {
  return {
    order: index + 1,
    title: video.title.normalize('NFC'),
    description: video.description.normalize('NFC'),
    values: video.values,
    access: video.access ?? 'free',
    video: `streams/${video.slug}/480p.mp4`,
    captions: `videos/${video.slug}.vtt`,
    stream: `streams/${video.slug}`,
    poster: `posters/${video.slug}.svg`,
    seconds: Number(secondsOf(video).toFixed(1)),
  }
}

async function make(video: Video): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'baobab-video-'))
  try {
    const sound = join(folder, 'sound.wav')
    await writeFile(sound, music(video))
    const picture = join(folder, 'fine.mp4')
    await encode(video, sound, picture)
    await encodeRungs(picture, join(folder, 'stream'))
    await rm(here('streams', video.slug), { recursive: true, force: true })
    await cp(join(folder, 'stream'), here('streams', video.slug), { recursive: true })
  } finally {
    await rm(folder, { recursive: true })
  }
  process.stdout.write(`${video.title}: ${secondsOf(video).toFixed(1)} s\n`)
}

const wanted = process.argv[2]
for (const video of videos) {
  await writeFile(here('videos', `${video.slug}.vtt`), captions(video))
  await writeSharedPicture({ picture: here('posters', `${video.slug}.svg`) }, here('posters', `${video.slug}.jpg`))
  if (wanted === undefined || video.slug.includes(wanted)) await make(video)
}
await writeFile(here('videos.json'), JSON.stringify(videos.map(entry), null, 2) + '\n')
