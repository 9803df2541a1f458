// What Paystack's answers look like (shared facts: providers.md). They are read loosely, because its samples differ, and
// checked by `rules.ts`.
import { z } from 'zod'
import type { ProviderTransaction } from './transaction.ts'

/** The provider did not answer, or not in words that we understand. Nothing is known. */
export class ProviderUnavailableError extends Error {
  readonly isTransient: boolean
  constructor(message: string, options: { isTransient: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.isTransient = options.isTransient
  }
}

/** A line of the list in another shape than ours have; the reference is cut to what the ledger can hold. */
export type UnreadableTransaction = { reference: string; paidAt: Date | null }
export type ParsedTransactions = { transactions: ProviderTransaction[]; unread: UnreadableTransaction[] }

const kobo = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.number().int().min(0))
const instant = z
  .string()
  .transform((value) => new Date(value))
  .refine((value) => !Number.isNaN(value.getTime()))
  .nullish()
  .catch(null)

/** Short and printable, because it may come to stand in the ledger. */
const word = z.string().regex(/^[\x20-\x7e]{1,100}$/)

/** Fees that the payer bears are in `amount`, and not in `requested_amount`, which some answers leave out. */
const Answer = z
  .object({
    id: z.union([z.number(), word]).transform(String),
    status: word,
    reference: word,
    amount: kobo,
    requested_amount: kobo.nullish().catch(null),
    currency: word,
    domain: word,
    paid_at: instant,
    paidAt: instant,
    channel: word.nullish().catch(null),
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
export const VerifyReply = z.object({ status: z.literal(true), data: Answer })
/** Line by line: the merchant account may have other uses, whose transactions need not look as ours do. */
export const ListReply = z.object({
  status: z.literal(true),
  data: z.array(z.unknown()),
  meta: z.object({ page: z.coerce.number(), pageCount: z.coerce.number() }).partial().nullish(),
})

const Unread = z
  .object({ reference: z.string().catch(''), paid_at: instant, paidAt: instant })
  .partial()
  .catch({})

/** What is told of a line that nobody can read. */
function toUnreadable(line: unknown): UnreadableTransaction {
  const { reference = '', paid_at, paidAt } = Unread.parse(line)
  const printable = reference.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100)
  return { reference: printable || 'without a reference', paidAt: paid_at ?? paidAt ?? null }
}

/** Reads line by line; one that cannot be read keeps no other from being read. */
export function parseTransactions(lines: readonly unknown[]): ParsedTransactions {
  const read = lines.map((line) => ({ line, result: Answer.safeParse(line) }))
  return {
    transactions: read.flatMap(({ result }) => (result.success ? [result.data] : [])),
    unread: read.flatMap(({ line, result }) => (result.success ? [] : [toUnreadable(line)])),
  }
}

/** What an answer says, or ProviderUnavailableError where it says it in another shape. */
export function parseReply<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The parser's own words quote the answer, and the log is no place for that.
    throw new ProviderUnavailableError('the answer is not JSON', { isTransient: true })
  }
  const result = schema.safeParse(json)
  // The issues name fields, never values.
  if (!result.success) throw new ProviderUnavailableError('the answer has another shape', { isTransient: false })
  return result.data
}
