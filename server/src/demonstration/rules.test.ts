import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import { studentUsername } from '@baobab/contract/kernel/fields.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planStudents, planWorld, worldBegin } from './plan.ts'

const anyDay = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
const DAY_MS = 24 * 3_600_000

describe('the plan of a demonstration world', () => {
  it('has thirty students who stay in their category throughout', () => {
    fc.assert(
      fc.property(anyDay, (now) => {
        const students = planStudents(now)
        expect(new Set(students.map(({ username }) => username.toLowerCase())).size).toBe(30)
        for (const { username, birth, ageCategory } of students) {
          expect(studentUsername.parse(username)).toBe(username)
          for (const at of [worldBegin(now), now]) expect(ageCategoryAt(birth, at)).toBe(ageCategory)
        }
      }),
    )
  })

  it('covers two complete months in order, and nothing after now', () => {
    fc.assert(
      fc.property(anyDay, (now) => {
        const [begin, events] = [worldBegin(now), planWorld(now)]
        expect((now.getTime() - begin.getTime()) / DAY_MS).toBeGreaterThan(58)
        expect(events.every(({ at }) => at > begin && at < now)).toBe(true)
        expect(events.map(({ at }) => at.getTime())).toEqual(
          events.map(({ at }) => at.getTime()).toSorted((a, b) => a - b),
        )
        // The first of the two draws is always finished.
        expect(events.filter(({ kind }) => kind === 'draw').length).toBeGreaterThanOrEqual(1)
        expect(events.filter(({ kind }) => kind === 'quiz').length).toBeGreaterThan(60)
      }),
    )
  })

  it('goes on until yesterday, without a week in which nobody plays', () => {
    fc.assert(
      fc.property(anyDay, (now) => {
        const quizzes = planWorld(now).filter(({ kind }) => kind === 'quiz')
        const times = [...quizzes.map(({ at }) => at.getTime()), now.getTime()]
        const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0))
        expect(Math.max(...pauses)).toBeLessThan(7 * DAY_MS)
        expect(pauses.at(-1)).toBeLessThan(2 * DAY_MS)
      }),
    )
  })

  it('lets nobody act before joining, or take a paid quiz before paying', () => {
    fc.assert(
      fc.property(anyDay, (now) => {
        const [joined, paid] = [new Set<string>(), new Set<string>()]
        for (const event of planWorld(now)) {
          if (!('student' in event)) continue
          const { username } = event.student
          if (event.kind === 'join') joined.add(username)
          expect(joined).toContain(username)
          if (event.kind === 'pay' && event.outcome === 'paid') paid.add(username)
          const needsPayment = event.kind === 'quiz' && event.video >= 3
          expect(needsPayment && !paid.has(username)).toBe(false)
        }
        expect(paid.size).toBeGreaterThan(15)
      }),
    )
  })

  it('has at least eight students who play in this week and eight who played in the last', () => {
    const now = new Date('2026-11-23T10:00:00Z')
    const countQuizzes = (from: string, to: string) =>
      planWorld(now).filter(({ kind, at }) => kind === 'quiz' && at >= new Date(from) && at < new Date(to)).length
    expect(countQuizzes('2026-11-22T23:00:00Z', '2026-11-23T10:00:00Z')).toBeGreaterThanOrEqual(8)
    expect(countQuizzes('2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z')).toBeGreaterThanOrEqual(8)
  })

  it('is the same for the same instant', () => {
    const now = new Date('2026-11-23T10:00:00Z')
    expect(planWorld(now)).toEqual(planWorld(now))
  })
})
