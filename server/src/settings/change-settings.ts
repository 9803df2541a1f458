import { requirePhoneNumber } from '../platform/phone-numbers.ts'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  ProductSettings,
  type changeSettings as endpoint,
  type AdminSettings,
} from '@baobab/contract/settings/endpoints.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { readAdminSettings, getDefaultSettings, clearSettingsCache, readSettings } from './queries.ts'
import { productSettings } from './tables.ts'

type SettingsChange = ParsedOf<typeof endpoint>['body']

const settingNames = ProductSettings.keyof().options

/** Changes the settings in the form. For each one whose value changes, the audit log gets a line with the value before and after. */
export async function changeSettings(app: App, admin: AdminUser, form: SettingsChange): Promise<AdminSettings> {
  for (const name of ['supportPhone', 'supportWhatsApp'] as const) if (form[name]) requirePhoneNumber(name, form[name])
  const settings = await app.db.transaction(async (tx) => {
    // Serialises changes, so that each audit line has the correct previous value.
    await tx.execute(sql`lock table ${productSettings} in share row exclusive mode`)
    const defaults = getDefaultSettings(app)
    const before = await readSettings(app, tx)
    for (const name of settingNames) {
      const value = form[name]
      if (value === undefined) continue
      const row = { name, value, changedAt: app.clock.now(), changedBy: admin.id }
      if ((value ?? defaults[name]) !== before[name])
        await tx.insert(productSettings).values(row).onConflictDoUpdate({ target: productSettings.name, set: row })
    }
    const after = await readSettings(app, tx)
    for (const name of settingNames)
      if (after[name] !== before[name])
        await writeAuditLine(app, tx, {
          adminId: admin.id,
          action: 'setting.changed',
          subject: name,
          details: { before: before[name], after: after[name] },
        })
    return readAdminSettings(app, tx)
  })
  clearSettingsCache(app)
  return settings
}
