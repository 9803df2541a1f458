// Finds ffmpeg on this machine and remembers the result. The product does not include ffmpeg, so a server may have to
// work without it.
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, dirname, extname, join } from 'node:path'
import { videosReplyText } from '@baobab/contract/videos/text.ts'
import type { Config } from '../../platform/config.ts'

export type FfmpegPrograms = {
  ffmpeg: string
  ffprobe: string
  /** Whether this ffmpeg has the filters that convert HDR. */
  canToneMap: boolean
}

/**
 * The environment of programs that read untrusted files. They do not get the server's own environment, because it
 * contains secrets.
 */
export const minimalEnvironment = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }

/** The encoders that are needed to make streams for all browsers. */
const requiredEncoders = ['libx264', 'aac']
/** The filters that convert HDR. `libplacebo` is not used: it is listed even where there is no graphics card for it. */
const hdrFilters = ['zscale', 'tonemap']

async function findExecutable(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isExecutable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isExecutable) return path
  }
  return undefined
}

/** Whether the list that ffmpeg prints contains all these names. */
function hasAll(ffmpeg: string, list: '-encoders' | '-filters', names: readonly string[]): Promise<boolean> {
  const options = { env: minimalEnvironment, timeout: 60_000, killSignal: 'SIGKILL', windowsHide: true } as const
  return new Promise((resolve) => {
    execFile(ffmpeg, ['-hide_banner', list], options, (error, stdout) => {
      const listed = error ? [] : stdout.split(/\s+/)
      resolve(names.every((name) => listed.includes(name)))
    })
  })
}

/**
 * Finds ffmpeg at `ffmpegPath`, or in the folders of `searchPath` if that is not set, and ffprobe beside it or in those
 * folders.
 * @returns undefined if one is missing or ffmpeg cannot encode H.264 and AAC
 */
export async function findFfmpeg({
  ffmpegPath,
  searchPath,
}: Pick<Config, 'ffmpegPath' | 'searchPath'>): Promise<FfmpegPrograms | undefined> {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const ffmpeg = await findExecutable(
    ffmpegPath ? [ffmpegPath] : folders.map((folder) => join(folder, `ffmpeg${suffix}`)),
  )
  if (ffmpeg === undefined) return undefined
  const beside = join(dirname(ffmpeg), `ffprobe${extname(ffmpeg)}`)
  const ffprobe = await findExecutable([beside, ...folders.map((folder) => join(folder, `ffprobe${suffix}`))])
  if (ffprobe === undefined) return undefined
  if (!(await hasAll(ffmpeg, '-encoders', requiredEncoders))) return undefined
  return { ffmpeg, ffprobe, canToneMap: await hasAll(ffmpeg, '-filters', hdrFilters) }
}

type Search = { found: Promise<FfmpegPrograms | undefined>; isMissing: boolean }
const searches = new WeakMap<Config, Search>()

/** Returns the paths of ffmpeg and ffprobe, which the first call looks for; undefined if they are not installed. */
export function getFfmpeg({ config }: { config: Config }): Promise<FfmpegPrograms | undefined> {
  const known = searches.get(config)
  if (known) return known.found
  const search: Search = { found: findFfmpeg(config), isMissing: false }
  searches.set(config, search)
  void search.found.then((programs) => (search.isMissing = programs === undefined))
  return search.found
}

/** Whether this server can make streams. */
export async function canProcess(app: { config: Config }): Promise<boolean> {
  return (await getFfmpeg(app)) !== undefined
}

/** Returns the warning for admins if this server looked for ffmpeg and found none; null otherwise. */
export function processingNote({ config }: { config: Config }): string | null {
  return searches.get(config)?.isMissing ? videosReplyText.ffmpegMissing : null
}
