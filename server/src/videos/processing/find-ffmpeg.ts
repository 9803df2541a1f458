// Which ffmpeg this server has. It is a program of the machine, never a package: looked for once, and what it cannot do
// is known before the first film.
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, dirname, extname, join } from 'node:path'
import { videosText } from '@baobab/contract/videos-text.ts'
import type { Config } from '../../platform/config.ts'

export type FfmpegPrograms = { ffmpeg: string; ffprobe: string }

/** What programs that read files from outside are told of our environment, which holds keys. */
export const bareEnvironment = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }

/** An ffmpeg without these can prepare nothing for browsers. */
const needed = ['libx264', 'aac']

async function firstOf(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return undefined
}

function encodersOf(ffmpeg: string): Promise<string> {
  const options = { env: bareEnvironment, timeout: 20_000, killSignal: 'SIGKILL', windowsHide: true } as const
  return new Promise((resolve) => {
    execFile(ffmpeg, ['-hide_banner', '-encoders'], options, (error, stdout) => resolve(error ? '' : stdout))
  })
}

/**
 * Finds ffmpeg and, beside it or on the path, ffprobe.
 * @param setting.ffmpegPath where it is undefined, the folders of `searchPath` are looked through
 * @returns undefined where one is missing or cannot make H.264 and AAC
 */
export async function findFfmpeg({
  ffmpegPath,
  searchPath,
}: Pick<Config, 'ffmpegPath' | 'searchPath'>): Promise<FfmpegPrograms | undefined> {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const ffmpeg = await firstOf(ffmpegPath ? [ffmpegPath] : folders.map((folder) => join(folder, `ffmpeg${suffix}`)))
  if (ffmpeg === undefined) return undefined
  const beside = join(dirname(ffmpeg), `ffprobe${extname(ffmpeg)}`)
  const ffprobe = await firstOf([beside, ...folders.map((folder) => join(folder, `ffprobe${suffix}`))])
  if (ffprobe === undefined) return undefined
  const encoders = (await encodersOf(ffmpeg)).split(/\s+/)
  return needed.every((name) => encoders.includes(name)) ? { ffmpeg, ffprobe } : undefined
}

type Search = { found: Promise<FfmpegPrograms | undefined>; isMissing: boolean }
const searches = new WeakMap<Config, Search>()

/** The programs of this server, looked for at the first call. */
export function getFfmpeg({ config }: { config: Config }): Promise<FfmpegPrograms | undefined> {
  const known = searches.get(config)
  if (known) return known.found
  const search: Search = { found: findFfmpeg(config), isMissing: false }
  searches.set(config, search)
  void search.found.then((programs) => (search.isMissing = programs === undefined))
  return search.found
}

/** What the console says beside each video where ffmpeg was looked for and not found. */
export function processingNote({ config }: { config: Config }): string | null {
  return searches.get(config)?.isMissing ? videosText.ffmpegMissing : null
}
