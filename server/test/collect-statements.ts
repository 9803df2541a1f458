// Collects the SQL that a server sends, for tests of plans and of routing.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'

export type Statement = {
  text: string
  values: unknown[]
  isPrepared: boolean
  /** What it was sent for: the name given to `nameSender`. */
  sender: string | undefined
}

type Query = string | { text: string; values?: unknown[]; name?: string }

const senders = new AsyncLocalStorage<string>()

/** Names what the statements caused by `work` are sent for, however many others run at the same time. */
export const nameSender = <Result>(sender: string, work: () => Result): Result => senders.run(sender, work)

/** Lists the statements that servers in this process run during `work`, except those of its jobs. */
export async function collectStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const collected: Statement[] = []
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [query, values] = args as [Query, unknown]
    const config = typeof query === 'string' ? { text: query } : query
    collected.push({
      text: config.text,
      values: Array.isArray(values) ? (values as unknown[]) : (config.values ?? []),
      isPrepared: config.name !== undefined,
      sender: senders.getStore(),
    })
    return send.apply(this, args)
  })
  onTestFinished(() => spy.mockRestore())
  await work()
  spy.mockRestore()
  return collected.filter(
    ({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text) && !/pgboss|pg_(current_)?snapshot/.test(text),
  )
}
