// The provider's signed messages (webhooks): written down before they are answered. Money is credited only after the
// provider was asked; what takes money back is believed as it is signed, because nothing is won by it.
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { askProvider } from './ask-provider.ts'
import { paymentByReference, type PaymentRow } from './queries.ts'
import { record, type NewEvent } from './record-events.ts'
import { paymentEvents, payments } from './tables.ts'

const id = z
  .union([z.number(), z.string().max(100)])
  .transform(String)
  .nullish()
  .catch(null)
const word = z.string().max(200).nullish().catch(null)
const kobo = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().min(0).max(2_000_000_000))
  .nullish()
  .catch(null)

/** The few words of a message that mean something to us; its samples differ in all others. */
const Message = z.object({
  event: z.string().min(1).max(100),
  data: z.object({
    id,
    status: word,
    domain: word,
    reference: word,
    transaction_reference: word,
    transaction: z.object({ reference: word }).nullish().catch(null),
    amount: kobo,
    refund_amount: kobo,
    resolution: word,
    refund_reference: word,
  }),
})
type Message = z.output<typeof Message>

export const settlePayment = defineQueue<{ paymentId: string }>('settle-payment', {
  retryLimit: 20,
  heartbeatSeconds: 60,
})

/** Which payment a message is about: each kind of message has its own place for that. */
function referenceOf({ data }: Message): string {
  return data.transaction?.reference ?? data.transaction_reference ?? data.reference ?? ''
}

/**
 * What tells a message apart from another of its kind. One that names nothing is told apart by its bytes: two refunds are
 * two then, and one that is sent again is still one.
 */
function keyOf({ data }: Message, body: Buffer): string {
  return data.refund_reference ?? data.id ?? createHash('sha256').update(body).digest('hex')
}

/** What a message moves by itself: disputes, their ends, and money that was given back. */
function eventsOf(message: Message, key: string): NewEvent[] {
  const { event, data } = message
  // A dispute's end has to find its beginning, so bytes cannot tell disputes apart.
  const dispute = data.id ?? ''
  if (event === 'charge.dispute.create' || event === 'charge.dispute.remind') return [disputed(dispute)]
  if (event === 'charge.dispute.resolve') return endOf(data, dispute)
  if (event !== 'refund.processed') return []
  // The provider says how much (its samples have it in a string). No sum, or none that can be read, is not all of it.
  const { amount } = data
  return typeof amount === 'number'
    ? [{ kind: 'refunded', key, amountKobo: amount }]
    : [{ kind: 'refund_unclear', key }]
}

const disputed = (key: string): NewEvent => ({ kind: 'disputed', key })

/** Two words end a dispute. Any other leaves it open and stands in the history, so that a person looks. */
function endOf({ resolution, refund_amount: amountKobo = null }: Message['data'], key: string): NewEvent[] {
  if (resolution === 'declined') return [{ kind: 'dispute_won', key }]
  if (resolution === 'merchant-accepted') return [{ kind: 'dispute_lost', key, amountKobo }]
  const word = resolution || 'none'
  return [disputed(key), { kind: 'note', key: `resolution ${key} ${word}`, details: { resolution: word } }]
}

/**
 * Takes a message. Refuses a signature that does not fit (401) before it reads a word; answers once all of it is
 * committed, so that the provider sends again what we could not keep.
 */
export async function receiveWebhook(app: App, body: Buffer, signature: string): Promise<void> {
  if (!app.paystack.isSigned(body, signature)) fail('signature_invalid')
  const parsed = Message.safeParse(readJson(body))
  if (!parsed.success) fail('bad_request')
  const message = parsed.data
  const [reference, key] = [referenceOf(message), keyOf(message, body)]
  await app.db.transaction(async (tx) => {
    const payment = await paymentByReference(tx, reference)
    const isNew = await remember(app, tx, { message, reference, key, payment })
    if (!isNew || !payment) return
    const { domain } = message.data
    const isOurWorld = (domain ?? app.paystack.domain) === app.paystack.domain
    // Play money in the real world (security.md P-20): shown to the office, and nothing else.
    const events = isOurWorld ? eventsOf(message, key) : [{ kind: 'mismatch', key: `domain ${domain}` } as const]
    if (events.length > 0) await record(app, tx, { paymentId: payment.id, source: 'webhook', events })
    else await app.jobs.send(tx, settlePayment, { paymentId: payment.id })
  })
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

type Remembered = { message: Message; reference: string; key: string; payment: PaymentRow | undefined }

/** Writes a message down once; answers whether it is new. It names nobody: no address, no card. */
async function remember(app: App, tx: Tx, { message, reference, key, payment }: Remembered): Promise<boolean> {
  const { event, data } = message
  const rows = await tx
    .insert(paymentEvents)
    .values({
      paymentId: payment?.id ?? null,
      reference: reference.slice(0, 100),
      kind: 'message',
      // A dispute may be resolved again, in another word.
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

/** Asks the provider because it sent a message. No answer is a failure of the job, which is tried again. */
export async function settle(app: App, { paymentId }: { paymentId: string }): Promise<void> {
  const [payment] = await app.db.select().from(payments).where(eq(payments.id, paymentId))
  if (!payment) return
  const { isAnswered } = await askProvider(app, payment, 'webhook')
  if (!isAnswered) throw new Error('the payment provider is away')
}
