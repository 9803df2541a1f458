import * as contract from '@baobab/contract/privacy/endpoints.ts'
import { privacyText } from '@baobab/contract/privacy/endpoints.ts'
import { withdrawGuardianConsent } from '@baobab/contract/accounts/endpoints.ts'
import { guardianText, accountsReplyText } from '@baobab/contract/accounts/text.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { eraseAccount } from './erase-account.ts'
import { exportData } from './export-data.ts'
import { withdrawConsent } from './withdraw-consent.ts'

/** A student's data: exporting it and erasing it. */
export function addPrivacyRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.exportData, async ({ who, reply }) => {
    reply.header('content-disposition', 'attachment; filename="baobab-my-data.json"')
    return exportData(app, who.id)
  })
  route(context, contract.eraseAccount, async ({ who, body }) => {
    await eraseAccount(app, who, body)
    return { message: privacyText.accountErased }
  })
  route(context, withdrawGuardianConsent, async ({ body }) => {
    const messages = {
      refused: accountsReplyText.consentRefused,
      'said-no': guardianText.guardianSaidNo,
      kept: guardianText.guardianChangeRefused,
      closed: accountsReplyText.consentWithdrawn,
      nothing: guardianText.consentLinkUnused,
    }
    return { status: 'success' as const, message: messages[await withdrawConsent(app, body)] }
  })
}
