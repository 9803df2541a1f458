// Checks of the settings and of the machine.
import { access, constants, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Config } from '../platform/config.ts'
import { findCluster } from '../platform/database/embedded/cluster-location.ts'
import { computeConnectionLimits, readDescriptorLimit } from '../platform/http/connection-limits.ts'
import { findFfmpeg } from '../videos/processing/find-ffmpeg.ts'
import { ok, warning, wrong, type DoctorCheck } from './check.ts'
import { judgeSpace, type Outcome } from './rules.ts'

/** What is valid and rarely meant. */
function findDoubts({ isProduction, publicUrl, rateLimitFactor, trustProxy, acceptsClock }: Config): Outcome[] {
  const doubts: (Outcome | false)[] = [
    isProduction &&
      publicUrl.startsWith('http:') &&
      warning('PUBLIC_URL is not https: everybody on the way reads passwords.', 'Set PUBLIC_URL to an https address.'),
    isProduction &&
      rateLimitFactor === 0 &&
      wrong('RATE_LIMIT_FACTOR=0 lets anybody try passwords without end.', 'Remove RATE_LIMIT_FACTOR.'),
    isProduction &&
      trustProxy.length === 0 &&
      warning(
        'TRUST_PROXY is not set: behind a proxy all visitors count as one address, and share its limits.',
        'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1.',
      ),
    acceptsClock &&
      warning('ACCEPT_CLOCK is set, so a wrong clock would not prevent the start.', 'Remove it after one start.'),
  ]
  return doubts.filter((doubt) => doubt !== false)
}

const settingsCheck: DoctorCheck = {
  name: 'settings',
  async run({ config, problems }) {
    const faults = problems.map((problem) => wrong(`${problem}.`, 'docs/settings.md says what each setting means.'))
    const found = [...faults, ...findDoubts(config)]
    return found.length > 0 ? found : [ok('All settings are valid.')]
  },
}

/** Returns a folder, or the nearest one above it that exists. */
export async function findExisting(folder: string): Promise<string> {
  const exists = await access(folder, constants.F_OK).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : findExisting(dirname(folder))
}

const diskCheck: DoctorCheck = {
  name: 'disk',
  async run({ config }) {
    const { dataDir, filesDir, databaseUrl } = config
    const cluster = databaseUrl ? undefined : await findCluster(dataDir)
    const folders = [dataDir, filesDir, tmpdir(), ...(cluster ? [cluster] : [])]
    const existing = await Promise.all(folders.map(findExisting))
    const onDisks = new Map<number, string>()
    for (const folder of existing) {
      const { dev } = await stat(folder)
      if (!onDisks.has(dev)) onDisks.set(dev, folder)
    }
    return Promise.all(
      [...onDisks.values()].map(async (folder) => {
        const { bavail, bsize } = await statfs(folder)
        return judgeSpace(folder, bavail * bsize)
      }),
    )
  },
}

const ffmpegCheck: DoctorCheck = {
  name: 'ffmpeg',
  async run({ config }) {
    const programs = await findFfmpeg(config)
    if (programs) return [ok(`${programs.ffmpeg} prepares videos.`)]
    return [
      warning(
        'There is no ffmpeg with ffprobe that encodes H.264 and AAC: videos play as they were uploaded.',
        'Install the package ffmpeg, or set FFMPEG_PATH.',
      ),
    ]
  },
}

const ENOUGH_CONNECTIONS = 2_000

const openFilesCheck: DoctorCheck = {
  name: 'open files',
  async run() {
    const limit = readDescriptorLimit()
    const { connections } = computeConnectionLimits(limit, { hasAddressLimits: true })
    const text = `The limit of open files here is ${limit}, which is enough for ${connections} connections.`
    if (connections >= ENOUGH_CONNECTIONS) return [ok(text)]
    return [warning(text, 'Raise it for the server: LimitNOFILE=65536 in its unit, or ulimit -n 65536.')]
  },
}

export const machineChecks: readonly DoctorCheck[] = [settingsCheck, diskCheck, ffmpegCheck, openFilesCheck]
