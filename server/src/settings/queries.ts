// The product settings: the console's value, else the configuration's.
import type { AdminSettings, ProductSettings, SettingName } from '@baobab/contract/settings.ts'
import { eq } from 'drizzle-orm'
import { admins } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { productSettings } from './tables.ts'

type Configured = Pick<App, 'config'>

/** What holds where nobody set anything. */
export function getDefaultSettings({ config }: Configured): ProductSettings {
  return { priceKobo: config.priceKobo, supportEmail: null, supportPhone: null }
}

/** A list of what stands in the table, over the configuration's values. */
function inForce(app: Configured, rows: readonly { name: string; value: unknown }[]): ProductSettings {
  const set = (name: SettingName) => rows.find((row) => row.name === name)?.value
  const defaults = getDefaultSettings(app)
  const textOf = (name: 'supportEmail' | 'supportPhone') => {
    const value = set(name)
    return typeof value === 'string' ? value : defaults[name]
  }
  const price = set('priceKobo')
  return {
    priceKobo: typeof price === 'number' ? price : defaults.priceKobo,
    supportEmail: textOf('supportEmail'),
    supportPhone: textOf('supportPhone'),
  }
}

/** The settings as they stand at this moment, within a transaction where one is given. */
export async function readSettings(app: Configured, db: Db | Tx): Promise<ProductSettings> {
  const { name, value } = productSettings
  return inForce(app, await db.select({ name, value }).from(productSettings))
}

/** What a payment costs that is opened now. */
export async function priceKobo(app: Configured, db: Db | Tx): Promise<number> {
  return (await readSettings(app, db)).priceKobo
}

const KEPT_MS = 1_000
const kept = new WeakMap<Db, { until: number; settings: Promise<ProductSettings> }>()

/** The settings for what is only shown: at most a second old, whichever server changed them. */
export function readCachedSettings(app: Pick<App, 'config' | 'db'>): Promise<ProductSettings> {
  const now = performance.now()
  const known = kept.get(app.db)
  if (known && now < known.until) return known.settings
  const settings = readSettings(app, app.db)
  kept.set(app.db, { until: now + KEPT_MS, settings })
  // A failure is nothing to remember.
  settings.catch(() => kept.delete(app.db))
  return settings
}

/** Lets the next reader see what was changed here just now. */
export function clearSettingsCache(app: Pick<App, 'db'>): void {
  kept.delete(app.db)
}

/** The settings as the console shows them. */
export async function readAdminSettings(app: Configured, db: Db | Tx): Promise<AdminSettings> {
  const { name, value, changedAt, changedBy } = productSettings
  const rows = await db
    .select({ name, value, at: changedAt, by: admins.username })
    .from(productSettings)
    .innerJoin(admins, eq(admins.id, changedBy))
    .orderBy(name)
  return {
    settings: inForce(app, rows),
    defaults: getDefaultSettings(app),
    changes: rows.map((row) => ({ name: row.name, at: row.at.toISOString(), by: row.by })),
  }
}
