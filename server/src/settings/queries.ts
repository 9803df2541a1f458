// The product settings: each has the value set by an admin, or else the value from the configuration.
import type { AdminSettings, ProductSettings, SettingName } from '@baobab/contract/settings/endpoints.ts'
import { eq } from 'drizzle-orm'
import { admins } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { productSettings } from './tables.ts'

type WithConfig = Pick<App, 'config'>

export function getDefaultSettings({ config }: WithConfig): ProductSettings {
  return {
    priceKobo: config.priceKobo,
    supportEmail: null,
    supportPhone: null,
    supportWhatsApp: null,
    operatorName: null,
    operatorAddress: null,
    prizeKobo: null,
  }
}

/** Merges the stored settings with the defaults. */
function mergeSettings(app: WithConfig, rows: readonly { name: string; value: unknown }[]): ProductSettings {
  const findValue = (name: SettingName) => rows.find((row) => row.name === name)?.value
  const defaults = getDefaultSettings(app)
  const readText = (name: SettingName) => {
    const value = findValue(name)
    return typeof value === 'string' ? value : null
  }
  const readNumber = <Default>(name: SettingName, otherwise: Default) => {
    const value = findValue(name)
    return typeof value === 'number' ? value : otherwise
  }
  return {
    priceKobo: readNumber('priceKobo', defaults.priceKobo),
    supportEmail: readText('supportEmail'),
    supportPhone: readText('supportPhone'),
    supportWhatsApp: readText('supportWhatsApp'),
    operatorName: readText('operatorName'),
    operatorAddress: readText('operatorAddress'),
    prizeKobo: readNumber('prizeKobo', null),
  }
}

/** Reads the current settings. */
export async function readSettings(app: WithConfig, db: Db | Tx): Promise<ProductSettings> {
  const { name, value } = productSettings
  return mergeSettings(app, await db.select({ name, value }).from(productSettings))
}

/** Reads the price in kobo for a payment opened now. */
export async function readPriceKobo(app: WithConfig, db: Db | Tx): Promise<number> {
  return (await readSettings(app, db)).priceKobo
}

const CACHE_MS = 1_000
const cache = new WeakMap<Db, { until: number; settings: Promise<ProductSettings> }>()

/** Reads the settings for display: at most a second old, whichever server changed them. */
export function readCachedSettings(app: Pick<App, 'config' | 'db'>): Promise<ProductSettings> {
  const now = performance.now()
  const cached = cache.get(app.db)
  if (cached && now < cached.until) return cached.settings
  const settings = readSettings(app, app.db)
  cache.set(app.db, { until: now + CACHE_MS, settings })
  // A failed read is not cached.
  settings.catch(() => cache.delete(app.db))
  return settings
}

/** Clears the cache, so that the next read on this server sees a change. */
export function clearSettingsCache(app: Pick<App, 'db'>): void {
  cache.delete(app.db)
}

/** Reads the settings as admins see them: with the defaults, and who last changed each one. */
export async function readAdminSettings(app: WithConfig, db: Db | Tx): Promise<AdminSettings> {
  const { name, value, changedAt, changedBy } = productSettings
  const rows = await db
    .select({ name, value, at: changedAt, by: admins.username })
    .from(productSettings)
    .innerJoin(admins, eq(admins.id, changedBy))
    .orderBy(name)
  return {
    settings: mergeSettings(app, rows),
    defaults: getDefaultSettings(app),
    changes: rows.map((row) => ({ name: row.name, at: row.at.toISOString(), by: row.by })),
  }
}
