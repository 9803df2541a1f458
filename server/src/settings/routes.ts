import * as contract from '@baobab/contract/settings.ts'
import { settingsText } from '@baobab/contract/settings-text.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { changeSettings } from './change-settings.ts'
import { readAdminSettings, readCachedSettings } from './queries.ts'

/** The settings that everybody may read, and those that admins change. */
export function addSettingRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.readPublicSettings, async () => ({
    ...(await readCachedSettings(app)),
    guardianAge: app.config.guardianAge,
    identityProviders: [...app.identityProviders.keys()],
  }))
  route(context, contract.readAdminSettings, () => readAdminSettings(app, app.db))
  route(context, contract.changeSettings, async ({ who, body }) => ({
    message: settingsText.settingsChanged,
    ...(await changeSettings(app, who, body)),
  }))
}
