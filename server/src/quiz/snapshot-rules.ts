// Pure rules of stored question snapshots: an attempt refers to the questions of its pool, each with its own order of the options.
import { createHash } from 'node:crypto'
import type { SnapshotQuestion } from './rules.ts'

/** All orders of four options. An order lists, for each option shown, its index in the question. */
const ORDERS = permute([0, 1, 2, 3])

/** The last position whose numbers all fit in a `smallint`. */
const LAST_POSITION = Math.floor(32_768 / ORDERS.length) - 1

function permute(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first) => permute(items.filter((item) => item !== first)).map((rest) => [first, ...rest]))
}

/**
 * Returns a hash of questions as a UUID. It depends on their content, not on the order of their properties. It leaves out whether
 * a question is void, which follows from the regrade named in it, so that servers of earlier releases, which do not know void
 * questions, compute the same hash.
 */
export function hashQuestions(questions: readonly SnapshotQuestion[]): string {
  const content = questions.map((one) => [
    one.id,
    one.question,
    one.options,
    one.pictures ?? null,
    one.correctAnswer,
    one.alsoCorrect ?? null,
    one.explanation ?? null,
    one.momentSeconds ?? null,
    one.corrected ? [one.corrected.regradeId, one.corrected.at, one.corrected.from] : null,
  ])
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function reorder({ options, pictures }: SnapshotQuestion, order: readonly number[]) {
  const pick = (items: readonly string[]) => order.map((index) => items[index] ?? '')
  return { options: pick(options), ...(pictures && { pictures: pick(pictures) }) }
}

const isSameList = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.length === b.length && a.every((item, index) => item === b[index])

/**
 * Returns a number for each question of a snapshot: 24 times its position in the pool, plus the number of its order of options.
 * Undefined if the snapshot is not made of the pool's questions, one does not have four options, or the pool is too large.
 */
export function referToPool(
  pool: readonly SnapshotQuestion[],
  snapshot: readonly SnapshotQuestion[],
): number[] | undefined {
  const positions = new Map(pool.map(({ id }, position) => [id, position]))
  const asked = snapshot.map((shown) => {
    const position = positions.get(shown.id) ?? -1
    const source = pool[position]
    if (source?.options.length !== 4 || position > LAST_POSITION) return -1
    const order = ORDERS.findIndex((one) => {
      const { options, pictures } = reorder(source, one)
      return isSameList(options, shown.options) && isSameList(pictures, shown.pictures ?? undefined)
    })
    return order === -1 ? -1 : position * ORDERS.length + order
  })
  return asked.includes(-1) ? undefined : asked
}

/** Returns the snapshot that these numbers refer to. Throws if a number leads to no question. */
export function readFromPool(pool: readonly SnapshotQuestion[], asked: readonly number[]): SnapshotQuestion[] {
  return asked.map((number) => {
    const [source, order] = [pool[Math.floor(number / ORDERS.length)], ORDERS[number % ORDERS.length]]
    if (!source || !order) throw new Error(`the number ${number} leads to no question`)
    return { ...source, ...reorder(source, order) }
  })
}

/** Returns the pool with one question replaced by an attempt's version of it, whose options have the attempt's order. */
export function replaceInPool(pool: readonly SnapshotQuestion[], changed: SnapshotQuestion): SnapshotQuestion[] {
  return pool.map((source) => {
    if (source.id !== changed.id) return source
    const { options, pictures } = source
    return { ...changed, options, ...(pictures && { pictures }) }
  })
}
