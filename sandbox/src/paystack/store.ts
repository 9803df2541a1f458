// The payments on disk: one file each, including its webhooks, so that a payment and its webhooks are written together.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder, writeDurably } from '../durable-files.ts'
import type { SandboxLog } from '../log.ts'
import { readJson } from '../json.ts'
import { isTransaction, newTransaction, withRefundStates, type Order, type Transaction } from './transaction.ts'

export type Store = {
  /** Resolves when the payment is synced to disk. Returns undefined if its reference is taken. */
  add(order: Order): Promise<Transaction | undefined>
  /** Changes a payment. Changes run in sequence. An error thrown by `to` is rethrown and changes nothing. */
  change(reference: string, to: (transaction: Transaction) => Transaction): Promise<Transaction>
  find(reference: string): Transaction | undefined
  byId(id: number): Transaction | undefined
  byAccessCode(accessCode: string): Transaction | undefined
  newestFirst(): Transaction[]
}

const FILE_NAME = /^(\d{12})\.json$/
const FIRST_ID = 4_099_000_000
const AT_ONCE = 64

export async function openStore({
  folder,
  now,
  log,
}: {
  folder: string
  now: () => Date
  log: SandboxLog
}): Promise<Store> {
  await openFolder(folder)
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).toSorted()
  const stored = await readAll(folder, names, log)
  const byReference = new Map(stored.map((transaction) => [transaction.reference, transaction]))
  const references = new Map(stored.map(({ id, reference }) => [id, reference]))
  const codes = new Map(stored.map(({ accessCode, reference }) => [accessCode, reference]))
  // Numbers of unreadable files are not reused either.
  let lastId = Number(FILE_NAME.exec(names.at(-1) ?? '')?.[1] ?? FIRST_ID)
  const taken = new Set(byReference.keys())
  const turns = new Map<string, Promise<unknown>>()
  const find = (reference: string | undefined) => (reference === undefined ? undefined : byReference.get(reference))

  async function keep(transaction: Transaction): Promise<void> {
    await writeDurably(
      folder,
      `${String(transaction.id).padStart(12, '0')}.json`,
      Buffer.from(JSON.stringify(transaction)),
    )
    byReference.set(transaction.reference, transaction)
  }

  return {
    async add(order) {
      if (taken.has(order.reference)) return undefined
      taken.add(order.reference)
      const accessCode = randomBytes(12)
        .toString('base64url')
        .replace(/[^A-Za-z0-9]/g, 'x')
        .toLowerCase()
      const transaction = newTransaction(order, { id: ++lastId, accessCode, now: now() })
      try {
        await keep(transaction)
      } catch (error) {
        taken.delete(order.reference)
        throw error
      }
      references.set(transaction.id, transaction.reference)
      codes.set(accessCode, transaction.reference)
      return transaction
    },
    async change(reference, to) {
      const before = turns.get(reference) ?? Promise.resolve()
      const turn = before.then(async () => {
        const current = byReference.get(reference)
        if (!current) throw new Error('There is no payment with this reference.')
        const next = to(current)
        if (next !== current) await keep(next)
        return next
      })
      const settled = turn.catch(() => {})
      turns.set(reference, settled)
      try {
        return await turn
      } finally {
        if (turns.get(reference) === settled) turns.delete(reference)
      }
    },
    find,
    byId: (id) => find(references.get(id)),
    byAccessCode: (accessCode) => find(codes.get(accessCode)),
    newestFirst: () => [...byReference.values()].toSorted((one, other) => other.id - one.id),
  }
}

async function readAll(folder: string, names: string[], log: SandboxLog): Promise<Transaction[]> {
  const found: Transaction[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const texts = await Promise.all(names.slice(at, at + AT_ONCE).map((name) => readFile(join(folder, name), 'utf8')))
    texts.forEach((text, i) => {
      const value = readJson(text)
      if (isTransaction(value)) found.push(withRefundStates(value))
      else log.warn({ file: names[at + i] }, 'A payment of the sandbox cannot be read and is left out')
    })
  }
  return found
}
