// Counts the students at each score. Scores are multiples of ten, so a category has a few thousand of them; a Fenwick tree (P. M.
// Fenwick, 1994) updates and sums their counts in a dozen steps. Pure: no clock, no I/O.
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'

export type ScoreCounts = {
  /** The number of students at all scores. */
  readonly total: number
  /** Adds students to a score; a negative number removes them. */
  add(score: number, students: number): void
  /** Returns the number of students with more than this score. */
  above(score: number): number
}

const INITIAL_SIZE = 1_024

/** Creates empty counts; the tree grows with the highest score added. */
export function createScoreCounts(): ScoreCounts {
  let tree = new Int32Array(INITIAL_SIZE + 1)
  let total = 0

  // Indexes of a Fenwick tree start at 1: a score of 0 has index 1.
  const indexOf = (score: number) => {
    const index = score / POINTS_PER_ANSWER + 1
    if (!Number.isInteger(index) || index < 1) throw new RangeError(`Not a score: ${score}`)
    return index
  }
  const addAt = (index: number, students: number) => {
    for (let node = index; node < tree.length; node += node & -node) tree[node] = (tree[node] ?? 0) + students
  }
  /** Returns the number of students at the indexes 1 to `index`. */
  const sumUpTo = (index: number) => {
    let sum = 0
    for (let node = Math.min(index, tree.length - 1); node > 0; node -= node & -node) sum += tree[node] ?? 0
    return sum
  }
  const growTo = (index: number) => {
    if (index < tree.length) return
    const counts = Array.from({ length: tree.length - 1 }, (_, n) => sumUpTo(n + 1) - sumUpTo(n))
    tree = new Int32Array(2 ** Math.ceil(Math.log2(index + 1)) + 1)
    for (const [n, students] of counts.entries()) if (students !== 0) addAt(n + 1, students)
  }

  return {
    get total() {
      return total
    },
    add(score, students) {
      const index = indexOf(score)
      growTo(index)
      addAt(index, students)
      total += students
    },
    above: (score) => total - sumUpTo(indexOf(score)),
  }
}
