// A product with two months whose winners have been drawn.
import { randomBytes } from 'node:crypto'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { roundAt } from '@baobab/contract/scholarship/draw/schedule.ts'
import type { ChainFile } from '@baobab/contract/scholarship/draw/files.ts'
import { formatDrawList, leafOf } from '@baobab/contract/scholarship/draw/list.ts'
import { hashText } from '@baobab/contract/scholarship/draw/rules.ts'
import { runDraw } from '@baobab/contract/scholarship/admin.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { expect } from './fixtures.ts'
import { ADMIN, asAdmin, makeStudent, type Student } from './people.ts'
import { queryDatabase, startProduct, type Product } from './product.ts'

/** A month with three entrants. */
export const month = '2024-01'
/** A month with one entrant, who therefore wins. */
export const monthOfOne = '2024-02'

/** Stores a frozen list for a past month, because the next real one is weeks away. */
export async function insertDraw(
  product: Product,
  month: string,
  studentIds: readonly string[],
  { chain, frozenAt }: { chain?: ChainFile; frozenAt?: Date } = {},
): Promise<void> {
  const [known] = await queryDatabase<{ chain: ChainFile }>(product, 'select chain from draw_rules limit 1')
  if (!known) throw new Error('There are no rules.')
  const rules = chain ? { chain } : known
  const { closesAt, drawsAt } = monthCloses(month)
  const text = `The rules of ${month}.\n`
  await queryDatabase(
    product,
    'insert into draw_rules (month, text, hash, requires_payment, chain, published_at) values ($1, $2, $3, false, $4, $5)',
    [month, text, hashText(text), rules.chain, closesAt],
  )
  const entries = studentIds
    .map((studentId) => ({ studentId, nonce: randomBytes(32) }))
    .map((entry) => ({ ...entry, leaf: leafOf({ month, ...entry }) }))
    .toSorted((a, b) => (a.leaf < b.leaf ? -1 : 1))
  const round = roundAt(toChain(rules.chain), drawsAt)
  const leaves = entries.map(({ leaf }) => leaf)
  const list = formatDrawList({
    protocol: 1,
    month,
    closesAt,
    rulesHash: hashText(text),
    chainHash: rules.chain.hash,
    round,
    leaves,
  })
  const [draw] = await queryDatabase<{ id: string }>(
    product,
    `insert into draws (month, version, list, list_hash, entrant_count, round, draws_at, frozen_at)
      values ($1, 1, $2, $3, $4, $5, $6, $7) returning id`,
    [month, list, hashText(list), leaves.length, round, drawsAt, frozenAt ?? closesAt],
  )
  for (const [index, { studentId, leaf, nonce }] of entries.entries())
    await queryDatabase(
      product,
      `insert into draw_entries (draw_id, age_category, place, student_id, points, reached_at, "index", leaf, nonce)
        values ($1, '11-20', $2, $3, 10, $4, $5, $6, $7)`,
      [draw?.id, index + 1, studentId, closesAt, index, leaf, nonce],
    )
}

/**
 * Starts a product with its first admin, with both months drawn.
 * @returns also one of the first month's three entrants, and the second month's winner
 */
export async function startWithDraws(): Promise<{ product: Product; entrant: Student; winner: Student }> {
  const product = await startProduct()
  const anyone = createClient({ baseUrl: product.url })
  await anyone(registerAdmin, { body: ADMIN })
  const entrant = await makeStudent(product.url)
  const others = await Promise.all([makeStudent(product.url), makeStudent(product.url)])
  const winner = await makeStudent(product.url)
  const entrants = [entrant, ...others].map(({ studentId }) => studentId)
  await insertDraw(product, month, entrants)
  await insertDraw(product, monthOfOne, [winner.studentId])
  const { call } = await asAdmin(product.url)
  // The job that runs every minute may have drawn already.
  for (const one of [month, monthOfOne]) await call(runDraw, { params: { month: one } }).catch(() => undefined)
  await expect
    .poll(async () => (await anyone(listDraws, {})).draws.map(({ state }) => state))
    .toEqual(['drawn', 'drawn'])
  return { product, entrant, winner }
}
