// Checks of the settings, the machine, and the backup folder.
import { access, constants, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { BackupError, listBackups, readManifest } from '../../backup/backup-folder.ts'
import { isLate } from '../../backup/rules.ts'
import type { Config } from '../../platform/config.ts'
import { commandName } from '../../platform/command-name.ts'
import { findCluster } from '../../platform/database/embedded/cluster-location.ts'
import { computeConnectionLimits, readDescriptorLimit } from '../../platform/http/connection-limits.ts'
import { findFfmpeg } from '../../videos/processing/find-ffmpeg.ts'
import { ok, say, saySpace, warning, wrong, type Outcome } from './findings.ts'
import { check, type InstallationCheck } from './installation.ts'
import { judgeBackup } from './rules.ts'

/** Finds settings that are valid but rarely intended. */
function findDoubts({ isProduction, publicUrl, rateLimitFactor, trustProxy, acceptsClock }: Config): Outcome[] {
  const doubts: (Outcome | false)[] = [
    isProduction &&
      publicUrl.startsWith('http:') &&
      warning(
        'PUBLIC_URL is not https: anyone on the network path can read passwords.',
        'Set PUBLIC_URL to an https address.',
      ),
    isProduction &&
      rateLimitFactor === 0 &&
      wrong('RATE_LIMIT_FACTOR=0 lets anyone guess passwords without limit.', 'Remove RATE_LIMIT_FACTOR.'),
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

const settingsCheck = check({
  name: 'settings',
  read: async ({ config, problems, isGiven }) => ({ config, problems, isGiven }),
  judge({ config, problems, isGiven }) {
    const faults = problems.map((problem) => wrong(`${problem}.`, 'docs/settings.md says what each setting means.'))
    const found = [...faults, ...findDoubts(config)]
    if (found.length > 0) return found
    return [
      isGiven
        ? ok('All settings are valid.')
        : ok(
            `No settings are given, so this checks a laptop's installation in ${config.dataDir}. On a server, run "baobab doctor".`,
          ),
    ]
  },
})

/** Returns a folder, or its nearest existing parent. */
export async function findExisting(folder: string): Promise<string> {
  const exists = await access(folder, constants.F_OK).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : findExisting(dirname(folder))
}

/** Whether a folder, or its nearest existing parent, is writable. */
export async function isWritable(folder: string): Promise<boolean> {
  return access(await findExisting(folder), constants.W_OK).then(
    () => true,
    () => false,
  )
}

const diskCheck = check({
  name: 'disk',
  async read({ config }) {
    const { dataDir, filesDir, databaseUrl } = config
    const cluster = databaseUrl ? undefined : await findCluster(dataDir)
    const folders = [dataDir, filesDir, tmpdir(), ...(cluster ? [cluster] : [])]
    const existing = await Promise.all(folders.map(findExisting))
    const onDisks = new Map<number, string>()
    for (const folder of existing) {
      const { dev } = await stat(folder)
      if (!onDisks.has(dev)) onDisks.set(dev, folder)
    }
    return Promise.all([...onDisks.values()].map(async (folder) => ({ folder, space: await statfs(folder) })))
  },
  judge: (disks) => disks.map(({ folder, space }) => saySpace(folder, space.bavail * space.bsize)),
})

const ffmpegCheck = check({
  name: 'ffmpeg',
  read: ({ config }) => findFfmpeg(config),
  judge(programs) {
    if (programs?.canToneMap) return [ok(`${programs.ffmpeg} prepares videos.`)]
    if (programs)
      return [
        warning(
          `${programs.ffmpeg} prepares videos, but does not have the filters zscale and tonemap: HDR videos look pale.`,
          'Install a complete ffmpeg, such as the one in Debian, or set FFMPEG_PATH.',
        ),
      ]
    return [
      warning(
        'There is no ffmpeg with ffprobe that encodes H.264 and AAC: videos play as they were uploaded.',
        'Install the package ffmpeg, or set FFMPEG_PATH.',
      ),
    ]
  },
})

const ENOUGH_CONNECTIONS = 2_000

const openFilesCheck = check({
  name: 'open files',
  read: async () => readDescriptorLimit(),
  judge(limit) {
    const { connections } = computeConnectionLimits(limit, { hasAddressLimits: true })
    const text = `The limit on open files here is ${limit}, which is enough for ${connections} connections.`
    if (connections >= ENOUGH_CONNECTIONS) return [ok(text)]
    return [warning(text, 'Raise it for the server: LimitNOFILE=65536 in its unit, or ulimit -n 65536.')]
  },
})

export const machineChecks: readonly InstallationCheck[] = [settingsCheck, diskCheck, ffmpegCheck, openFilesCheck]

/** Whether the last backup exists, can be read with the key, and is recent enough. */
export const backupCheck = check({
  name: 'backup',
  async read({ config: { backupDir: folder, backupKey, isProduction } }) {
    if (folder === undefined) return { isProduction }
    if (!(await isWritable(folder))) return { folder, isReadOnly: true }
    const name = (await listBackups(folder)).at(-1)
    if (name === undefined) return { folder }
    const manifest = await readManifest(folder, name, backupKey).catch((error: unknown) => {
      if (error instanceof BackupError) return error
      throw error
    })
    return { folder, manifest }
  },
  judge({ folder, isProduction, isReadOnly, manifest }, now) {
    if (folder === undefined && !isProduction) return [ok('No backups are made, because BACKUP_DIR is not set.')]
    if (isReadOnly)
      return [wrong(`${folder} cannot be written to.`, 'Mount it, and let the user of the server write there.')]
    if (manifest instanceof BackupError)
      return [wrong(manifest.message, `Find the right BACKUP_KEY, or make a new backup: ${commandName('backup')}`)]
    const lastAt = manifest?.snapshotAt ?? null
    const facts = { isOn: folder !== undefined, lastAt, isLate: isLate(lastAt === null ? null : new Date(lastAt), now) }
    const [text, remedy] = manifest
      ? [
          `The last backup, ${manifest.name}, is from ${manifest.snapshotAt}.`,
          `Make one now (${commandName('backup')}), and see on the System page why the nightly job failed.`,
        ]
      : folder === undefined
        ? [
            'BACKUP_DIR is not set.',
            'Set it: even if the database is backed up elsewhere, the list of erasures is stored there.',
          ]
        : [`${folder} has no backup yet.`, `Make one now: ${commandName('backup')}`]
    return [say(judgeBackup(facts), text, remedy)]
  },
})
