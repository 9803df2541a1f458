import { expect, it } from 'vitest'
import { describeTap, timeAnswers } from './answer-times.ts'

const start = new Date('2026-05-06T10:00:00Z')
const after = (questionId: string, ms: number) => ({ questionId, answeredAt: new Date(start.getTime() + ms) })

it('measures each answer from the one that arrived before it, whatever the order of the rows', () => {
  const times = timeAnswers(start, [after('second', 12_500), after('first', 4_000)])
  expect(Object.fromEntries(times)).toEqual({
    first: { seconds: 4, isFirst: true, arrival: 'usual' },
    second: { seconds: 8.5, isFirst: false, arrival: 'usual' },
  })
})

it('tells answers that came after a long silence, and those that came together', () => {
  const times = timeAnswers(start, [
    after('silent', 30_000),
    after('with it', 31_000),
    after('usual', 32_001),
    after('almost', 62_000),
  ])
  expect([...times.values()].map(({ arrival }) => arrival)).toEqual(['late', 'together', 'usual', 'usual'])
})

it('does not take a quick first answer for one that was stored on the phone', () => {
  expect(timeAnswers(start, [after('first', 300)]).get('first')).toMatchObject({ isFirst: true, arrival: 'usual' })
})

it('leaves out a tap from before the start: the clock of the phone was set while the answer waited', () => {
  const tapped = (waitedMs: number) => describeTap({ ...after('one', 60_000), tappedAt: start, waitedMs }, start)
  expect(tapped(60_000)).toMatchObject({ at: start.toISOString(), waitedSeconds: 60 })
  expect(tapped(60_001)).toBeNull()
})
