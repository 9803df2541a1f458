// The simulated provider's controls, for the actions of a payer, a bank or the provider's staff. Used by its pages and by tests.
import type { FaultKind, Faults } from './faults.ts'
import { bodyOf, type EventName } from './webhook-bodies.ts'
import type { Outbox } from './outbox.ts'
import type { Store } from './store.ts'
import {
  abandoned,
  declined,
  disputed,
  onItsWay,
  openDispute,
  openRefund,
  paid,
  refundMoved,
  refundStarted,
  Refused,
  resolved,
  type Means,
  type Message,
  type Order,
  type Paying,
  type RefundNotes,
  type RefundStatus,
  type Resolution,
  type Transaction,
} from './transaction.ts'

/** How webhooks are delivered. `held` and `never` behave the same until `send` is called. */
export const messageModes = ['at-once', 'later', 'twice', 'never', 'held'] as const
export type MessageMode = (typeof messageModes)[number]

/** What becomes of a refund at once; a pending one waits for `moveRefund`. */
export const refundEnds = ['processed', 'pending', 'failed', 'needs-attention'] as const
export type RefundEnd = (typeof refundEnds)[number]

export type Provider = {
  /** What becomes of the next refund; those after it are processed. */
  nextRefund: RefundEnd
  /** Sets the default delivery of webhooks from now on. */
  messages: MessageMode
  /** Opens a payment without the product, as a wallet's button does. Returns undefined if the reference is taken. */
  open(order: Order): Promise<Transaction | undefined>
  /** Makes a payment succeed. Resolves when it is on disk and its webhook, if due immediately, was attempted. */
  pay(reference: string, how?: Paying & { messages?: MessageMode }): Promise<Transaction>
  decline(reference: string, how?: { reason?: string; means?: Means }): Promise<Transaction>
  abandon(reference: string): Promise<Transaction>
  /** Starts a transfer that is pending until `pay`, or until `arrivesInMs` has passed. */
  pending(reference: string, how?: { arrivesInMs?: number; messages?: MessageMode }): Promise<Transaction>
  /** Refunds a payment; `nextRefund` says what becomes of it. */
  refund(reference: string, amount?: number, notes?: RefundNotes): Promise<Transaction>
  /** Continues the open refund of a payment once the payer's bank account is known; `nextRefund` says what becomes of it. */
  retryRefund(reference: string): Promise<Transaction>
  /** Moves the open refund of a payment on. */
  moveRefund(reference: string, status: RefundStatus): Promise<Transaction>
  dispute(reference: string): Promise<Transaction>
  remind(reference: string): Promise<Transaction>
  resolve(reference: string, resolution: Resolution): Promise<Transaction>
  /** Sends a webhook `times` times: an earlier one, byte for byte, or a new one for the current state. */
  send(reference: string, event: EventName, times?: number): Promise<Transaction>
  /** Makes the API fail for `times` calls, or until this is called without a fault. */
  fault(kind: FaultKind | undefined, times?: number): void
  currentFault(): FaultKind | undefined
  /** The API calls so far, oldest first, such as `GET /transaction/verify/abc`. */
  calls(): readonly string[]
  transaction(reference: string): Transaction | undefined
  transactions(): Transaction[]
}

type Opening = { store: Store; outbox: Outbox; faults: Faults; now: () => Date }

const LATER_MS = 4_000

export function createProvider({ store, outbox, faults, now }: Opening): Provider & { close(): void } {
  const arrivals = openArrivals((reference, messages) => provider.pay(reference, { messages }))

  /** Changes a payment and adds the resulting webhooks in one write. */
  async function act(
    reference: string,
    mode: MessageMode,
    events: EventName[],
    to: (transaction: Transaction) => Transaction,
  ): Promise<Transaction> {
    const changed = await store.change(reference, (transaction) =>
      events.reduce((after, event) => withMessage(after, { event, mode, now: now() }), to(transaction)),
    )
    await outbox.attend(changed)
    return store.find(reference) ?? changed
  }

  /** Starts a refund, or continues it, and moves it on to its chosen end. */
  function runRefund(
    reference: string,
    first: 'pending' | 'processing',
    start: (transaction: Transaction) => Transaction,
  ): Promise<Transaction> {
    const end = provider.nextRefund
    provider.nextRefund = 'processed'
    const events: EventName[] = [`refund.${first}`, ...(end === 'pending' ? [] : [`refund.${end}` as const])]
    return act(reference, provider.messages, events, (transaction) => {
      const started = start(transaction)
      return end === 'pending' ? started : refundMoved(started, end, now())
    })
  }

  const provider: Provider & { close(): void } = {
    messages: 'at-once',
    nextRefund: 'processed',
    open: (order) => store.add(order),
    pay: (reference, { messages = provider.messages, ...paying } = {}) =>
      act(reference, messages, ['charge.success'], (transaction) => paid(transaction, paying, now())),
    decline: (reference, { reason = 'Declined', means = { bin: '408408', last4: '5408', brand: 'visa' } } = {}) =>
      // The real provider sends no webhook about a declined payment.
      act(reference, 'never', [], (transaction) => declined(transaction, { reason, means }, now())),
    abandon: (reference) => act(reference, 'never', [], (transaction) => abandoned(transaction, now())),
    async pending(reference, { arrivesInMs, messages = provider.messages } = {}) {
      const arrivesAt = arrivesInMs === undefined ? null : new Date(Date.now() + arrivesInMs)
      const transaction = await act(reference, 'never', [], (before) => onItsWay(before, { arrivesAt }, now()))
      arrivals.expect(transaction, messages)
      return transaction
    },
    refund: (reference, amount, notes = {}) =>
      runRefund(reference, 'pending', (transaction) => refundStarted(transaction, { amount, ...notes }, now())),
    retryRefund: (reference) =>
      runRefund(reference, 'processing', (transaction) => {
        if (openRefund(transaction)?.status !== 'needs-attention') throw new Refused('Refund does not need details')
        return refundMoved(transaction, 'processing', now())
      }),
    moveRefund: (reference, status) =>
      act(reference, provider.messages, [`refund.${status}`], (transaction) => refundMoved(transaction, status, now())),
    dispute: (reference) =>
      act(reference, provider.messages, ['charge.dispute.create'], (transaction) => disputed(transaction, now())),
    remind: (reference) =>
      act(reference, provider.messages, ['charge.dispute.remind'], (transaction) => {
        if (!openDispute(transaction)) throw new Refused('No dispute of this payment is open.')
        return transaction
      }),
    resolve: (reference, resolution) =>
      act(reference, provider.messages, ['charge.dispute.resolve'], (transaction) =>
        resolved(transaction, resolution, now()),
      ),
    send: (reference, event, times = 1) =>
      act(reference, 'never', [], (transaction) => withMore(transaction, { event, times, now: now() })),
    fault: (kind, times) => faults.set(kind, times),
    currentFault: () => faults.current(),
    calls: () => faults.calls(),
    transaction: (reference) => store.find(reference),
    transactions: () => store.newestFirst(),
    close: () => arrivals.close(),
  }
  for (const transaction of store.newestFirst()) arrivals.expect(transaction, 'at-once')
  return provider
}

function withMessage(
  transaction: Transaction,
  { event, mode, now }: { event: EventName; mode: MessageMode; now: Date },
): Transaction {
  const message: Message = {
    id: transaction.messages.length + 1,
    event,
    body: bodyOf(event, transaction),
    at: now.toISOString(),
    notBefore: mode === 'later' ? new Date(Date.now() + LATER_MS).toISOString() : null,
    wanted: mode === 'twice' ? 2 : mode === 'at-once' || mode === 'later' ? 1 : 0,
    sent: 0,
  }
  return { ...transaction, messages: [...transaction.messages, message] }
}

function withMore(
  transaction: Transaction,
  { event, times, now }: { event: EventName; times: number; now: Date },
): Transaction {
  const last = transaction.messages.findLast((message) => message.event === event)
  if (!last) return withMore(withMessage(transaction, { event, mode: 'held', now }), { event, times, now })
  const again: Message = { ...last, notBefore: null, wanted: last.wanted + times }
  return { ...transaction, messages: transaction.messages.map((message) => (message === last ? again : message)) }
}

/** Timers for transfers that arrive automatically. */
function openArrivals(arrive: (reference: string, messages: MessageMode) => Promise<unknown>) {
  const timers = new Set<NodeJS.Timeout>()
  return {
    expect({ reference, status, arrivesAt }: Transaction, messages: MessageMode): void {
      if (status !== 'pending' || arrivesAt === null) return
      const wait = Math.max(0, Date.parse(arrivesAt) - Date.now())
      const timer = setTimeout(() => {
        timers.delete(timer)
        // Paid by card in the meantime, so the transfer does not arrive.
        arrive(reference, messages).catch(() => {})
      }, wait)
      timer.unref()
      timers.add(timer)
    },
    close(): void {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
