import { toStampedName } from '@baobab/contract/scholarship/endpoints.ts'
import { asc, eq } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { DrawRow } from './draw-rows.ts'
import { timeStamps } from './tables.ts'

/** Reads the time stamps of a version of a list and of its notices, as they are saved beside the files. */
export async function readTimeStampsOf(
  app: App,
  { month, version }: DrawRow,
): Promise<{ name: string; bytes: Buffer }[]> {
  const rows = await app.db
    .select()
    .from(timeStamps)
    .where(eq(timeStamps.month, month))
    .orderBy(asc(timeStamps.file), asc(timeStamps.authority))
  const list = toStampedName({ version })
  const notices = toStampedName({ version, notices: 1 }).replace('0.json', '')
  return rows
    .filter(({ file }) => file === list || (file.startsWith(notices) && /^\d+\.json$/.test(file.slice(notices.length))))
    .map(({ file, authority, reply }) => ({ name: `${file}.${authority}.tsr`, bytes: reply }))
}
