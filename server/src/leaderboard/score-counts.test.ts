import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScoreCounts } from './score-counts.ts'
import { competitionRanks } from './rules.ts'

const score = fc.oneof(fc.nat(30), fc.nat(3_000), fc.nat(40_000)).map((right) => right * 10)

describe('score counts', () => {
  it('rank like a plain sort, with ties, even beyond the first 1,024 scores', () => {
    fc.assert(
      fc.property(fc.array(score, { maxLength: 80 }), (scores) => {
        const counts = createScoreCounts()
        for (const one of scores) counts.add(one, 1)
        const sorted = scores.toSorted((a, b) => b - a)
        expect(sorted.map((one) => counts.above(one) + 1)).toEqual(competitionRanks(sorted))
        expect(competitionRanks(sorted)).toEqual(sorted.map((one) => 1 + scores.filter((other) => other > one).length))
        expect(counts.total).toBe(scores.length)
      }),
    )
  })

  it('are the same after a removal as if the removed students had never been added', () => {
    const step = fc.record({ score, students: fc.integer({ min: 1, max: 1_000 }), stays: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), score, (steps, other) => {
        const [counts, stayed] = [createScoreCounts(), createScoreCounts()]
        for (const one of steps) counts.add(one.score, one.students)
        for (const one of steps) (one.stays ? stayed : counts).add(one.score, one.stays ? one.students : -one.students)
        for (const one of [other, ...steps.map((each) => each.score)]) expect(counts.above(one)).toBe(stayed.above(one))
        expect(counts.total).toBe(stayed.total)
      }),
    )
  })

  it('count the students above any score, even one that no student has', () => {
    const counts = createScoreCounts()
    expect(counts.above(0)).toBe(0)
    counts.add(10, 5)
    expect(counts.above(0)).toBe(5)
    expect(counts.above(1_000_000)).toBe(0)
    counts.add(1_000_000, 1)
    expect([counts.above(0), counts.above(10), counts.above(999_990), counts.above(1_000_000)]).toEqual([6, 1, 1, 0])
  })

  it.each([1_023, 1_024, 1_025, 2_046, 2_047, 2_048, 2_049, 4_096])('have room for %d right answers', (right) => {
    const counts = createScoreCounts()
    counts.add(10, 2)
    counts.add(right * 10, 3)
    expect([0, 10, right * 10 - 10, right * 10].map((score) => counts.above(score))).toEqual([5, 3, 3, 0])
  })

  it.each([5, -10, 0.5, Number.NaN])('refuse %d, which is not a score', (wrong) => {
    expect(() => createScoreCounts().add(wrong, 1)).toThrow(RangeError)
  })
})
