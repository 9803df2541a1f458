// Delivers webhooks to the product. Each is stored until it gets a 2xx reply, even across restarts.
import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { SandboxLog } from '../log.ts'
import type { Store } from './store.ts'
import type { Message, Transaction } from './transaction.ts'

/** A URL, or a function that delivers a webhook and returns the status. */
export type Target = string | ((message: { body: Buffer; signature: string }) => Promise<number>)

export type Outbox = {
  sendTo(target: Target): void
  /**
   * Sends the due webhooks about a payment. Resolves when each was attempted, or when the product takes too long to
   * reply.
   */
  attend(transaction: Transaction): Promise<void>
  close(): Promise<void>
}

/**
 * The delays between attempts: short at first, because everything is on one laptop, then as long as the real
 * provider's.
 */
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000]
const LONGEST_PAUSE_MS = 180_000
const TRIES = 400
const LIMIT_MS = 30_000
/** The maximum time for which the payer waits for the product's reply to a webhook. */
const PATIENCE_MS = 5_000
const LAST_WORDS_MS = 2_000

export function openOutbox({ store, secretKey, log }: { store: Store; secretKey: string; log: SandboxLog }): Outbox {
  const closing = new AbortController()
  const running = new Map<string, number>()
  const deliveries = new Set<Promise<void>>()
  let target: Target | undefined

  async function post(body: Buffer): Promise<boolean> {
    if (target === undefined) return false
    const signature = createHmac('sha512', secretKey).update(body).digest('hex')
    try {
      const status =
        typeof target === 'string' ? await send(target, { body, signature }) : await target({ body, signature })
      return status >= 200 && status < 300
    } catch {
      // The product was not reachable, or the reply was cut off: both are retried.
      return false
    }
  }

  async function send(url: string, { body, signature }: { body: Buffer; signature: string }): Promise<number> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(LIMIT_MS)]),
    })
    await response.body?.cancel()
    return response.status
  }

  /** Repeats until the webhook is accepted. Calls `onTried` after the first attempt. */
  async function deliver(reference: string, { id, body, notBefore }: Message, onTried: () => void): Promise<void> {
    const wait = notBefore === null ? 0 : Date.parse(notBefore) - Date.now()
    // An attempt that is scheduled for later does not delay the caller.
    if (wait > 0) onTried()
    if (wait > 0) await pause(wait)
    for (let tries = 0; tries < TRIES && !closing.signal.aborted; tries += 1) {
      const isTaken = await post(Buffer.from(body))
      if (isTaken) await store.change(reference, (transaction) => withSent(transaction, id))
      onTried()
      if (isTaken) return
      await pause(PAUSES_MS[tries] ?? LONGEST_PAUSE_MS)
    }
  }

  const pause = (ms: number) => delay(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {})

  function start(reference: string, message: Message): Promise<void> {
    const key = `${reference} ${message.id}`
    running.set(key, (running.get(key) ?? 0) + 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const delivery = deliver(reference, message, resolve)
      .catch((error: unknown) => log.error({ err: error }, 'The sandbox could not note a webhook as sent'))
      .finally(() => {
        resolve()
        running.set(key, (running.get(key) ?? 1) - 1)
        if (running.get(key) === 0) running.delete(key)
        deliveries.delete(delivery)
      })
    deliveries.add(delivery)
    return promise
  }

  async function attend({ reference, messages }: Transaction): Promise<void> {
    if (target === undefined || closing.signal.aborted) return
    const tried = messages.flatMap((message) => {
      const due = message.wanted - message.sent - (running.get(`${reference} ${message.id}`) ?? 0)
      return Array.from({ length: Math.max(0, due) }, () => start(reference, message))
    })
    await Promise.race([Promise.all(tried), delay(PATIENCE_MS, undefined, { ref: false })])
  }

  return {
    sendTo(next) {
      target = next
      for (const transaction of store.newestFirst()) void attend(transaction)
    },
    attend,
    async close() {
      closing.abort()
      // A function that never resolves cannot be aborted; its webhook is sent again after the next start.
      await Promise.race([Promise.allSettled(deliveries), delay(LAST_WORDS_MS, undefined, { ref: false })])
    },
  }
}

function withSent(transaction: Transaction, id: number): Transaction {
  const messages = transaction.messages.map((one) => (one.id === id ? { ...one, sent: one.sent + 1 } : one))
  return { ...transaction, messages }
}
