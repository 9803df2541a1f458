// Plays the small sounds of the web app and writes them as MP3: `node content/make-sounds.ts`. Needs ffmpeg with libmp3lame.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { celebrations, playCelebration } from './sound/celebrations.ts'
import { room, soften, wav } from './sound/room.ts'

const folder = join(import.meta.dirname, '..', 'web', 'app', 'celebration', 'sounds')

for (const [name, celebration] of Object.entries(celebrations)) {
  const input = wav(soften(room(playCelebration(celebration), 0.18)), 0.25)
  const format = [
    '-ac',
    '1',
    '-ar',
    '32000',
    '-c:a',
    'libmp3lame',
    '-b:a',
    '40k',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
  ]
  const args = ['-loglevel', 'error', '-y', '-i', '-', ...format, '-id3v2_version', '0', '-write_xing', '0']
  execFileSync('ffmpeg', [...args, join(folder, `${name}.mp3`)], { input })
}
