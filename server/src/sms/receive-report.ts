// Receives the provider's reports about which messages arrived.
import type { smsProviders } from '@baobab/contract/sms/endpoints.ts'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import type { DeliveryReport, ReportRequest, SmsProviderName } from '../platform/sms/sms-provider.ts'
import { smsMessages } from './tables.ts'

/** Providers that do not sign their reports. The URL that they know contains a secret instead. */
const withoutSignature: readonly SmsProviderName[] = ['africas-talking']

/** How long a provider may take to reply to us about a message after it has sent the first report. */
const REPLY_MS = 60_000

type Received = ReportRequest & { provider: (typeof smsProviders)[number]; secret: string }

/**
 * Receives a report. Refuses one without signature or secret, and all of other providers than ours, with 401. Reports about unknown
 * messages are accepted, so that the provider does not send them again.
 */
export async function receiveReport(app: App, { provider, secret, ...request }: Received): Promise<void> {
  const { sms } = app
  if (sms?.name !== provider) fail('signature_invalid')
  const { reportSecret } = app.config.sms
  const needsSecret = withoutSignature.includes(provider)
  if (needsSecret && (reportSecret === undefined || !isSameSecret(secret, reportSecret))) fail('signature_invalid')
  const report = sms.readReport(request)
  if (report === undefined) fail('signature_invalid')
  if (report !== null) await recordReport(app, provider, report)
}

/**
 * Records whether a message arrived. The first final report counts; later ones change nothing, in whatever order they come. Fails with
 * `busy` if the report may be about a message that we are still sending, so that the provider sends it again.
 */
async function recordReport(app: App, provider: SmsProviderName, report: DeliveryReport): Promise<void> {
  const { messageId, state, reason } = report
  const now = app.clock.now()
  const isReported = and(eq(smsMessages.provider, provider), eq(smsMessages.messageId, messageId))
  const { rowCount } = await app.db
    .update(smsMessages)
    .set({ state, reason: reason?.slice(0, 200) ?? null, settledAt: now })
    .where(and(isReported, inArray(smsMessages.state, ['sending', 'sent'])))
  if (rowCount !== 0 || (await app.db.$count(smsMessages, isReported)) > 0) return
  const isUnderWay = and(
    eq(smsMessages.provider, provider),
    eq(smsMessages.state, 'sending'),
    gt(smsMessages.at, new Date(now.getTime() - REPLY_MS)),
  )
  if ((await app.db.$count(smsMessages, isUnderWay)) > 0) fail('busy')
}
