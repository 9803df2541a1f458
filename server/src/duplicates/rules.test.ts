import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseAttempts, isNameAlike, type CountingAttempt } from './rules.ts'

const account = (studentId: string) =>
  fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      studentId: fc.constant(studentId),
      videoId: fc.constantFrom('v1', 'v2', 'v3', 'v4'),
      ageCategory: fc.constantFrom('5-10' as const, '11-20' as const),
      startedAt: fc.integer({ min: 0, max: 5 }).map((day) => new Date(day * 86_400_000)),
    }),
    { selector: ({ videoId, ageCategory }) => `${videoId} ${ageCategory}` },
  )
const both = fc.tuple(account('one'), account('other')).map(([one, other]): CountingAttempt[] => [...one, ...other])
const quizOf = ({ videoId, ageCategory }: CountingAttempt) => `${videoId} ${ageCategory}`
const ids = (attempts: readonly CountingAttempt[]) => attempts.map(({ id }) => id).toSorted()

describe('of two accounts’ attempts', () => {
  it('exactly one per quiz counts, and none is lost', () => {
    fc.assert(
      fc.property(both, (attempts) => {
        const { counting, replaced } = chooseAttempts(attempts)
        expect(counting.map(quizOf).toSorted()).toEqual([...new Set(attempts.map(quizOf))].toSorted())
        expect(ids([...counting, ...replaced])).toEqual(ids(attempts))
      }),
    )
  })

  it('no replaced attempt was started before the one that counts', () => {
    fc.assert(
      fc.property(both, (attempts) => {
        const { counting, replaced } = chooseAttempts(attempts)
        for (const one of replaced) {
          const counts = counting.find((other) => quizOf(other) === quizOf(one))
          expect(counts?.startedAt.getTime()).toBeLessThanOrEqual(one.startedAt.getTime())
          expect(counts?.studentId).not.toBe(one.studentId)
        }
      }),
    )
  })

  it('the same ones count whichever account remains, and whichever is read first', () => {
    fc.assert(
      fc.property(both, (attempts) => {
        expect(ids(chooseAttempts(attempts.toReversed()).counting)).toEqual(ids(chooseAttempts(attempts).counting))
      }),
    )
  })

  it('the one with the smaller id counts if both were started at the same moment', () => {
    const made = { videoId: 'v1', ageCategory: '5-10' as const, startedAt: new Date(0) }
    const [a, b] = [
      { ...made, id: 'a', studentId: 'one' },
      { ...made, id: 'b', studentId: 'other' },
    ]
    for (const both of [
      [a, b],
      [b, a],
    ])
      expect(chooseAttempts(both)).toEqual({ counting: [a], replaced: [b] })
  })

  it('the counting ones stay the same when chosen again', () => {
    fc.assert(
      fc.property(both, (attempts) => {
        const { counting } = chooseAttempts(attempts)
        expect(chooseAttempts(counting)).toEqual({ counting, replaced: [] })
      }),
    )
  })
})

describe('two usernames', () => {
  it.each([
    ['ada.obi', 'adaobi12'],
    ['Tunde', 'tunde_b'],
    ['chioma', 'chiomma'],
    ['emeka2012', 'emekka'],
    ['ify_1', 'ify_2'],
    // A shared part of four letters.
    ['adah', 'xyzwadahvuts'],
    // Two typing errors: changed, added or removed letters, at the start and the end.
    ['chioma', 'xhiomx'],
    ['chioma', 'xchiomxa'],
    ['chiomaxy', 'chioma'],
    ['emeka', 'mekas'],
    ['okafor', 'fokafo'],
  ])('%s and %s are alike', (one, other) => expect(isNameAlike(one, other)).toBe(true))

  it.each([
    ['ada', 'adamu'],
    ['tunde', 'bola12'],
    ['al_1', 'al_2'],
    ['12345', '67890'],
    ['musa', 'mosa'],
    ['ada', 'xyzwadavuts'],
    // Three typing errors.
    ['chioma', 'xhxxma'],
    ['chioma', 'xcxhioxma'],
    ['chioma', 'omachi'],
    ['abcdefgh', 'fghabcde'],
  ])('%s and %s are not', (one, other) => expect(isNameAlike(one, other)).toBe(false))

  it('are alike in both directions', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '_'), minLength: 5, maxLength: 10 })
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(isNameAlike(one, other)).toBe(isNameAlike(other, one))
      }),
    )
  })
})
