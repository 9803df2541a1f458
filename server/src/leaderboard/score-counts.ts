// How many students stand at each score. Scores are multiples of ten, so a category is a few thousand numbers; a
// Fenwick tree (P. M. Fenwick, 1994) adds and sums them in a dozen steps. Pure: no clock, no I/O.
import { POINTS_PER_ANSWER } from '@baobab/contract/limits.ts'

export type ScoreCounts = {
  /** Students in all. */
  readonly total: number
  /** Moves the count of a score; a negative number takes students away. */
  add(score: number, students: number): void
  /** How many students have more than a score. */
  above(score: number): number
}

const FIRST_SIZE = 1_024

/** Makes empty counts; they grow with the highest score they meet. */
export function createScoreCounts(): ScoreCounts {
  let tree = new Int32Array(FIRST_SIZE + 1)
  let total = 0

  const addAt = (place: number, students: number) => {
    for (let at = place; at < tree.length; at += at & -at) tree[at] = (tree[at] ?? 0) + students
  }
  /** Students at places 1 to `place`. */
  const upTo = (place: number) => {
    let sum = 0
    for (let at = Math.min(place, tree.length - 1); at > 0; at -= at & -at) sum += tree[at] ?? 0
    return sum
  }
  const placeOf = (score: number) => {
    const place = score / POINTS_PER_ANSWER + 1
    if (!Number.isInteger(place) || place < 1) throw new RangeError(`Not a score: ${score}`)
    return place
  }
  const growTo = (place: number) => {
    if (place < tree.length) return
    const counts = Array.from({ length: tree.length - 1 }, (_, at) => upTo(at + 1) - upTo(at))
    tree = new Int32Array(2 ** Math.ceil(Math.log2(place + 1)) + 1)
    for (const [at, students] of counts.entries()) if (students !== 0) addAt(at + 1, students)
  }

  return {
    get total() {
      return total
    },
    add(score, students) {
      const place = placeOf(score)
      growTo(place)
      addAt(place, students)
      total += students
    },
    above: (score) => total - upTo(placeOf(score)),
  }
}
