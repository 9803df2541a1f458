// Receives the provider's webhooks and stores them before they are acknowledged. A payment is credited only after asking the
// provider about it. Refunds and disputes are taken from the signed webhook itself: a forged one cannot give access.
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { askProvider } from './ask-provider.ts'
import { paymentByReference, type PaymentRow } from './queries.ts'
import { followedRefunds } from './refunds/follow-refunds.ts'
import { recordEventsInTx, type NewEvent } from './record-events.ts'
import { paymentEvents, payments } from './tables.ts'

const id = z
  .union([z.number(), z.string().max(100)])
  .transform(String)
  .nullish()
  .catch(null)
const shortText = z.string().max(200).nullish().catch(null)
const kobo = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().min(0).max(2_000_000_000))
  .nullish()
  .catch(null)

/**
 * The properties that we read. A property of an unexpected type counts as missing, because the provider's samples
 * differ.
 */
const Webhook = z.object({
  event: z.string().min(1).max(100),
  data: z.object({
    id,
    status: shortText,
    domain: shortText,
    reference: shortText,
    transaction_reference: shortText,
    transaction: z.object({ reference: shortText }).nullish().catch(null),
    amount: kobo,
    refund_amount: kobo,
    resolution: shortText,
    refund_reference: shortText,
  }),
})
type Webhook = z.output<typeof Webhook>

export const settlePayment = defineQueue<{ paymentId: string }>('settle-payment', {
  retryLimit: 20,
  heartbeatSeconds: 60,
})

/** Returns the payment's reference; each kind of webhook has it in a different property. */
function readReference({ data }: Webhook): string {
  return data.transaction?.reference ?? data.transaction_reference ?? data.reference ?? ''
}

/**
 * Returns a key that is unique among webhooks of one kind. A webhook without an id is identified by its bytes, so that two
 * refunds remain two and a repeated webhook counts once.
 */
function readKey({ data }: Webhook, body: Buffer): string {
  return data.refund_reference ?? data.id ?? createHash('sha256').update(body).digest('hex')
}

/** Returns the events that follow from a webhook without asking the provider: disputes, resolutions and refunds. */
function toEvents({ event, data }: Webhook, key: string): NewEvent[] {
  // The id matches a resolution to its dispute, so a hash of the bytes cannot replace a missing id.
  const disputeId = data.id ?? ''
  if (event === 'charge.dispute.create' || event === 'charge.dispute.remind') return [disputed(disputeId)]
  if (event === 'charge.dispute.resolve') return toResolution(data, disputeId)
  if (event !== 'refund.processed') return []
  // A missing or unreadable amount must not count as a full refund.
  const { amount } = data
  return typeof amount === 'number'
    ? [{ kind: 'refunded', key, amountKobo: amount }]
    : [{ kind: 'refund_unclear', key }]
}

const disputed = (key: string): NewEvent => ({ kind: 'disputed', key })

/**
 * Two values of `resolution` resolve a dispute. Any other value leaves it open and is noted in the history for an
 * admin.
 */
function toResolution({ resolution, refund_amount: amountKobo = null }: Webhook['data'], key: string): NewEvent[] {
  if (resolution === 'declined') return [{ kind: 'dispute_won', key }]
  if (resolution === 'merchant-accepted') return [{ kind: 'dispute_lost', key, amountKobo }]
  const word = resolution || 'none'
  return [disputed(key), { kind: 'note', key: `resolution ${key} ${word}`, details: { resolution: word } }]
}

/**
 * Receives a webhook. Refuses a wrong signature (401) before parsing, and returns only once everything is committed, so that
 * the provider resends a webhook that could not be stored.
 */
export async function receiveWebhook(app: App, body: Buffer, signature: string): Promise<void> {
  if (!app.paystack.isSigned(body, signature)) fail('signature_invalid')
  const parsed = Webhook.safeParse(parseJson(body))
  if (!parsed.success) fail('bad_request')
  const webhook = parsed.data
  const { domain } = webhook.data
  const [reference, key] = [readReference(webhook), readKey(webhook, body)]
  await app.db.transaction(async (tx) => {
    const payment = await paymentByReference(tx, reference)
    const isNew = await storeWebhook(app, tx, { webhook, reference, key, payment })
    if (!isNew || !payment) return
    const isOurDomain = (domain ?? app.paystack.domain) === app.paystack.domain
    // Test money on a live server is only shown to admins.
    const events = isOurDomain ? toEvents(webhook, key) : [{ kind: 'mismatch', key: `domain ${domain}` } as const]
    if (events.length > 0) await recordEventsInTx(app, tx, { paymentId: payment.id, source: 'webhook', events })
    else await app.jobs.send(tx, settlePayment, { paymentId: payment.id })
    if (webhook.event.startsWith('refund.')) await app.jobs.send(tx, followedRefunds, { paymentId: payment.id })
  })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

type Received = { webhook: Webhook; reference: string; key: string; payment: PaymentRow | undefined }

/** Stores a webhook once, without personal data. Returns whether it is new. */
async function storeWebhook(app: App, tx: Tx, { webhook, reference, key, payment }: Received): Promise<boolean> {
  const { event, data } = webhook
  const rows = await tx
    .insert(paymentEvents)
    .values({
      paymentId: payment?.id ?? null,
      reference: reference.slice(0, 100),
      kind: 'message',
      // One dispute may be resolved twice, with different resolutions.
      key: [event, key, data.status ?? '', ...(data.resolution ? [data.resolution] : [])].join(' '),
      source: 'webhook',
      amountKobo: data.amount ?? null,
      details: { event, status: data.status ?? null, domain: data.domain ?? null },
      at: app.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ seq: paymentEvents.seq })
  return rows.length > 0
}

/** Asks the provider about a payment after its webhook. Throws if the provider is unavailable, so that the job is retried. */
export async function settleAfterWebhook(app: App, { paymentId }: { paymentId: string }): Promise<void> {
  const [payment] = await app.db.select().from(payments).where(eq(payments.id, paymentId))
  if (!payment) return
  const { isAnswered } = await askProvider(app, payment, 'webhook')
  if (!isAnswered) throw new Error('the payment provider is unavailable')
}
