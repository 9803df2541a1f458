import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { and, eq, max, ne } from 'drizzle-orm'
import { type Series, type SeriesForm } from '@baobab/contract/videos/endpoints.ts'
import { seriesText } from '@baobab/contract/videos/text.ts'
import { writeAuditLine } from '../../../platform/audit/write-audit-line.ts'
import type { App } from '../../../platform/app.ts'
import { isSameText } from '../../../platform/database/compare-texts.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { AdminUser } from '../../../platform/http/auth.ts'
import { fail, findConstraint } from '../../../platform/http/errors.ts'
import { series } from '../../tables.ts'
import { listSeries } from './list-series.ts'
import { lockSeriesOrder } from './order-series.ts'
import { lockSeries } from './place-in-series.ts'

function failTitleTaken(): never {
  return fail('series_title_taken', { errors: [{ path: 'title', message: seriesText.seriesTitleTaken }] })
}

/** Refuses a title that looks the same as another series' title. */
async function requireUnusedTitle(tx: Tx, title: string, ownId?: string): Promise<void> {
  const isOther = ownId === undefined ? undefined : ne(series.id, ownId)
  if ((await tx.$count(series, and(isSameText(series.titleKey, title), isOther))) > 0) failTitleTaken()
}

/** Runs a write that sets the title of a series, and refuses the title if another series has it. */
async function refuseTakenTitle<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (findConstraint(error) === 'series_title_key') failTitleTaken()
    throw error
  }
}

async function readSaved(tx: Tx, id: string): Promise<Series> {
  const [saved] = await listSeries(tx, id)
  return saved ?? fail('series_not_found')
}

/** Creates a series without videos, at the end of the list. */
export async function createSeries(app: App, admin: AdminUser, form: SeriesForm): Promise<Series> {
  return refuseTakenTitle(() =>
    app.db.transaction(async (tx) => {
      await lockSeriesOrder(tx)
      await requireUnusedTitle(tx, form.title)
      const id = await insertSeries(app, tx, form)
      await writeAuditLine(app, tx, { adminId: admin.id, action: 'series.created', subject: id })
      return readSaved(tx, id)
    }),
  )
}

/** Adds a series at the end of the list, and returns its id. */
export async function insertSeries(app: App, tx: Tx, { title, description }: SeriesForm): Promise<string> {
  const [last] = await tx.select({ position: max(series.position) }).from(series)
  const [row] = await tx
    .insert(series)
    .values({
      title,
      titleKey: toStoredKey(title),
      description,
      position: (last?.position ?? 0) + 1,
      createdAt: app.clock.now(),
    })
    .returning({ id: series.id })
  if (!row) throw new Error('The series was not stored.')
  return row.id
}

/** Changes the title and the description of a series. */
export async function updateSeries(app: App, admin: AdminUser, id: string, form: SeriesForm): Promise<Series> {
  return refuseTakenTitle(() =>
    app.db.transaction(async (tx) => {
      const before = await lockSeries(tx, id)
      const key = toStoredKey(form.title)
      if (key !== before.titleKey) await requireUnusedTitle(tx, form.title, before.id)
      await tx
        .update(series)
        .set({ ...form, titleKey: key })
        .where(eq(series.id, before.id))
      const details = { renamed: key !== before.titleKey }
      await writeAuditLine(app, tx, { adminId: admin.id, action: 'series.updated', subject: before.id, details })
      return readSaved(tx, before.id)
    }),
  )
}
