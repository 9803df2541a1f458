// The formats of Paystack's replies. Parsing is lenient, because the samples in Paystack's documentation differ. The payments
// feature decides whether a transaction matches a payment.
import { z } from 'zod'
import type { ProviderTransaction } from './transaction.ts'

/** Thrown if the provider did not reply or its reply could not be read. `isTransient` means that a retry may succeed. */
export class ProviderUnavailableError extends Error {
  readonly isTransient: boolean
  constructor(message: string, options: { isTransient: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.isTransient = options.isTransient
  }
}

/** A listed transaction with an unexpected shape. The reference is truncated to the length that the ledger stores. */
export type UnreadableTransaction = { reference: string; paidAt: Date | null }
export type ParsedTransactions = { transactions: ProviderTransaction[]; unreadable: UnreadableTransaction[] }

export const kobo = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.number().int().min(0))
export const instant = z
  .string()
  .transform((value) => new Date(value))
  .refine((value) => !Number.isNaN(value.getTime()))
  .nullish()
  .catch(null)

/** Limited to short printable text, because it may be stored in the ledger. */
export const shortText = z.string().regex(/^[\x20-\x7e]{1,100}$/)

/** `amount` includes fees paid by the payer; `requested_amount` does not, but some replies omit it. */
const TransactionReply = z
  .object({
    id: z.union([z.number(), shortText]).transform(String),
    status: shortText,
    reference: shortText,
    amount: kobo,
    requested_amount: kobo.nullish().catch(null),
    currency: shortText,
    domain: shortText,
    paid_at: instant,
    paidAt: instant,
    channel: shortText.nullish().catch(null),
  })
  .transform((data): ProviderTransaction => ({
    id: data.id,
    status: data.status,
    reference: data.reference,
    amountKobo: data.requested_amount ?? data.amount,
    currency: data.currency,
    domain: data.domain,
    paidAt: data.paid_at ?? data.paidAt ?? null,
    channel: data.channel ?? null,
  }))

export const InitializeReply = z.object({
  status: z.literal(true),
  data: z.object({
    access_code: z.string().regex(/^[\w-]{1,100}$/),
    authorization_url: z.url({ protocol: /^https?$/ }),
    reference: z.string(),
  }),
})
export const VerifyReply = z.object({ status: z.literal(true), data: TransactionReply })
/** Transactions are parsed one by one, because other uses of the merchant account may produce other shapes. */
export const ListReply = z.object({
  status: z.literal(true),
  data: z.array(z.unknown()),
  meta: z.object({ page: z.coerce.number(), pageCount: z.coerce.number() }).partial().nullish(),
})

const UnreadableReply = z
  .object({ reference: z.string().catch(''), paid_at: instant, paidAt: instant })
  .partial()
  .catch({})

/** Returns the displayable facts about a transaction that could not be parsed. */
function toUnreadable(line: unknown): UnreadableTransaction {
  const { reference = '', paid_at, paidAt } = UnreadableReply.parse(line)
  const printable = reference.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100)
  return { reference: printable || 'without a reference', paidAt: paid_at ?? paidAt ?? null }
}

/** Parses transactions one by one, so that one with an unexpected shape does not affect the others. */
export function parseTransactions(list: readonly unknown[]): ParsedTransactions {
  const parsed = list.map((line) => ({ line, result: TransactionReply.safeParse(line) }))
  return {
    transactions: parsed.flatMap(({ result }) => (result.success ? [result.data] : [])),
    unreadable: parsed.flatMap(({ line, result }) => (result.success ? [] : [toUnreadable(line)])),
  }
}

/** Parses a reply. Throws ProviderUnavailableError if its shape is unexpected. */
export function parseReply<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The parser's message quotes the reply, which must not reach the log.
    throw new ProviderUnavailableError('the reply is not JSON', { isTransient: true })
  }
  const result = schema.safeParse(json)
  // The schema's issues are dropped, so that no value of the reply reaches the log.
  if (!result.success) throw new ProviderUnavailableError('the reply has an unexpected shape', { isTransient: false })
  return result.data
}
