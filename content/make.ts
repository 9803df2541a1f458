// Draws the starter films, plays their music, and writes captions and the list of films.
// `node content/make.ts` makes all; `node content/make.ts danfo` those whose name holds the word.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captions } from './captions.ts'
import { encode } from './encode.ts'
import { secondsOf, type Film } from './film.ts'
import { films } from './films/index.ts'
import { music } from './sound/score.ts'

// Read by the renderer when it meets its first letter: only the font beside this file is used.
process.env.FONTCONFIG_FILE = join(import.meta.dirname, 'fonts', 'fonts.conf')

const here = (...parts: string[]) => join(import.meta.dirname, ...parts)

function entry(film: Film, index: number) {
  return {
    order: index + 1,
    title: film.title.normalize('NFC'),
    description: film.description.normalize('NFC'),
    value: film.value,
    video: `videos/${film.slug}.mp4`,
    captions: `videos/${film.slug}.vtt`,
    poster: `posters/${film.slug}.svg`,
    seconds: Math.round(secondsOf(film)),
  }
}

async function make(film: Film): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'baobab-film-'))
  try {
    const sound = join(folder, 'sound.wav')
    await writeFile(sound, music(film))
    const result = join(folder, 'film.mp4')
    await encode(film, sound, result)
    await copyFile(result, here('videos', `${film.slug}.mp4`))
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
