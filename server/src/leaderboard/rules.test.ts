import { needsSecondAdmin, STUDENT_MONTH_LIMIT } from '@baobab/contract/leaderboard/rules.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumDoneAlone, type MadeAdjustment } from './rules.ts'

const start = (month: number) => new Date(Date.UTC(2026, month, 1))
let seq = 0
/** Returns an adjustment made in a month by one admin, or by two if `changes` names another. */
const make = (month: number, amount: number, changes: Partial<MadeAdjustment> = {}): MadeAdjustment => {
  seq += 1
  const decidedAt = new Date(start(month).getTime() + seq)
  return { id: `a${seq}`, amount, undoOf: null, proposedBy: 'ada', decidedBy: 'ada', decidedAt, ...changes }
}
const two = { decidedBy: 'bola' }
const sumOf = (made: readonly MadeAdjustment[], month = 9, adminId = 'ada') =>
  sumDoneAlone(made, { adminId, monthStart: start(month) }).sum

describe('what an admin did without another', () => {
  it('is what was given and taken away this month, of this admin only', () => {
    const byOther = { proposedBy: 'bola', decidedBy: 'bola' }
    const automatic = { proposedBy: null, decidedBy: null }
    const made = [
      make(9, 30),
      make(9, -10),
      make(8, 50),
      make(9, 20, byOther),
      make(9, 70, automatic),
      make(9, 300, two),
    ]
    expect([sumOf(made), sumOf(made, 9, 'bola'), sumOf(made, 9, 'chidi')]).toEqual([40, 20, 0])
  })

  it('does not count what was undone, nor the undoing of one’s own, but that of another’s', () => {
    const given = make(9, 50)
    const ofTwo = make(9, 40, two)
    const own = make(9, -50, { undoOf: given.id })
    expect(sumOf([given, own])).toBe(0)
    expect(sumOf([given, make(9, -50, { undoOf: given.id, proposedBy: 'bola', decidedBy: 'bola' })], 9, 'bola')).toBe(
      50,
    )
    expect(sumOf([ofTwo, make(9, -40, { undoOf: ofTwo.id })])).toBe(40)
  })

  it('counts what went against two admins in earlier months too, until two admins decide again', () => {
    const before = [make(5, -50), make(6, 300, two)]
    const made = [...before, make(7, -30), make(7, 20)]
    expect(sumOf(made)).toBe(30)
    expect(sumOf([...made, make(8, 10, two)])).toBe(0)
  })

  it('never moves a score by more than the limit against two admins, in whatever months and steps', () => {
    const tens = (max: number) => fc.integer({ min: -max, max }).map((n) => n * 10)
    const step = fc.record({ isOfTwo: fc.boolean(), amount: tens(8), undoes: fc.nat(5), laterBy: fc.nat(1) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const made: MadeAdjustment[] = []
        let [month, against, direction] = [0, 0, 0]
        for (const { isOfTwo, amount, undoes, laterBy } of steps) {
          month += laterBy
          const monthStart = start(month)
          const { ids, sum } = sumDoneAlone(made, { adminId: 'ada', monthStart })
          const undone = undoes > 2 ? made.find(({ id }) => made.every(({ undoOf }) => undoOf !== id)) : undefined
          const undoOf = undone && undone.undoOf === null ? undone.id : null
          const change = undoOf === null ? amount : -(undone?.amount ?? 0)
          if (change === 0) continue
          const ofMonth = made.filter(({ decidedAt }) => decidedAt !== null && decidedAt >= monthStart)
          const net = { '5-10': 0, '11-20': ofMonth.reduce((total, one) => total + one.amount, 0) }
          const adjusting = {
            amount: change,
            ageCategory: '11-20' as const,
            isAlone: undoOf !== null && ids.has(undoOf),
          }
          if (isOfTwo) [against, direction] = [0, Math.sign(change)]
          else if (needsSecondAdmin(adjusting, { net, byAdmin: 0, alone: sum })) continue
          else if (Math.sign(change) !== direction && !adjusting.isAlone) against += Math.abs(change)
          else if (adjusting.isAlone && Math.sign(change) === direction) against -= Math.abs(change)
          made.push(make(month, change, { undoOf, ...(isOfTwo && two) }))
          expect(direction === 0 || against <= STUDENT_MONTH_LIMIT).toBe(true)
        }
      }),
    )
  })
})
