import * as contract from '@baobab/contract/settings/endpoints.ts'
import { type ProductSettings, settingsText } from '@baobab/contract/settings/endpoints.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { sendVisitorReply } from '../platform/http/visitor-replies.ts'
import { canSendSms } from '../sms/require-sms.ts'
import { changeSettings } from './change-settings.ts'
import { readAdminSettings, readCachedSettings, readSettings } from './queries.ts'

/** The settings that everyone may read, and those that admins can change. */
export function addSettingRoutes(context: RouteContext): void {
  const { app } = context
  const toPublic = (settings: ProductSettings) => ({
    ...settings,
    guardianAge: app.config.guardianAge,
    hasSampleContent: app.config.hasSampleContent,
    identityProviders: [...app.identityProviders.keys()],
    verifyBySms: canSendSms(app),
  })
  const readForVisitors = context.visitorReplies.add(contract.readPublicSettings.path, {
    endpoint: contract.readPublicSettings,
    data: 'settings',
    make: async () => ({ value: toPublic(await readSettings(app, app.db)), until: null }),
  })
  route(context, contract.readPublicSettings, async ({ who, request, reply }) =>
    who ? toPublic(await readCachedSettings(app)) : sendVisitorReply(request, reply, await readForVisitors()),
  )
  route(context, contract.readAdminSettings, () => readAdminSettings(app, app.db))
  route(context, contract.changeSettings, async ({ who, body }) => ({
    message: settingsText.settingsChanged,
    ...(await changeSettings(app, who, body)),
  }))
}
