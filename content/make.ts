// Draws the starter videos, plays their music, and writes captions, streams and the list of videos. `node
// content/make.ts` makes all; `node content/make.ts danfo` makes those whose name contains the word.
import { copyFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captions } from './captions.ts'
import { encode, encodeRungs } from './encode.ts'
import { secondsOf, type Film } from './film.ts'
import { films } from './films/index.ts'
import { music } from './sound/score.ts'

// The renderer reads this when it draws its first letter: it uses only the fonts beside this file.
process.env.FONTCONFIG_FILE = join(import.meta.dirname, 'fonts', 'fonts.conf')

const here = (...parts: string[]) => join(import.meta.dirname, ...parts)

/** This many videos are free; a payment opens those after them. */
const FREE = 3

function entry(film: Film, index: number) {
  return {
    order: index + 1,
    title: film.title.normalize('NFC'),
    description: film.description.normalize('NFC'),
    values: film.values,
    access: index < FREE ? 'free' : 'premium',
    video: `videos/${film.slug}.mp4`,
    captions: `videos/${film.slug}.vtt`,
    stream: `streams/${film.slug}`,
    poster: `posters/${film.slug}.svg`,
    seconds: Math.round(secondsOf(film)),
  }
}

async function make(film: Film): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'baobab-film-'))
  try {
    const sound = join(folder, 'sound.wav')
    await writeFile(sound, music(film))
    const files = { small: join(folder, 'small.mp4'), fine: join(folder, 'fine.mp4') }
    await encode(film, sound, files)
    await encodeRungs(files.fine, join(folder, 'stream'))
    await copyFile(files.small, here('videos', `${film.slug}.mp4`))
    await rm(here('streams', film.slug), { recursive: true, force: true })
    await cp(join(folder, 'stream'), here('streams', film.slug), { recursive: true })
  } finally {
    await rm(folder, { recursive: true })
  }
  process.stdout.write(`${film.title}: ${secondsOf(film).toFixed(1)} s\n`)
}

const wanted = process.argv[2]
for (const film of films) {
  await writeFile(here('videos', `${film.slug}.vtt`), captions(film))
  if (wanted === undefined || film.slug.includes(wanted)) await make(film)
}
await writeFile(here('films.json'), JSON.stringify(films.map(entry), null, 2) + '\n')
