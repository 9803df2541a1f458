import { scholarshipMessages } from '@baobab/contract/scholarship/text.ts'
import { readTold } from '@baobab/contract/scholarship/draw/rules.ts'
import { expect, it } from 'vitest'
import { splitForExperts } from './split-for-experts.ts'

const hash = (letter: string) => letter.repeat(64)
const due = { round: 9, at: new Date('2026-11-03T12:00:00Z') }
const publicUrl = 'https://baobab.example'
const { description } = scholarshipMessages.entered({
  month: '2026-10',
  version: 1,
  index: 13,
  count: 23,
  struckBecause: undefined,
  codes: { list: `L-${hash('a')}`, line: `R-${hash('b')}`, notices: `N-${hash('c')}` },
  receipt: `DRAW/2 receipt 2026-10 11-20 4 120 ${hash('d')} ada`,
  board: { place: 4, points: 120, rank: 3 },
  due,
  publicUrl,
  isReplacement: false,
})

it('a message about a draw shows its sentences, and folds its codes', () => {
  const { text, experts } = splitForExperts(description)
  expect(text).toBe('Your number is 14 of 23.\nYou had 120 points and rank 3.\nWe pick the winner on 3 November 2026.')
  expect(experts).toContain('There, your number is 13.')
})

it('what is folded still has everything that a check needs', () => {
  const told = readTold(splitForExperts(description).experts)
  expect(told).toEqual(readTold(description))
  expect(told?.codes).toEqual({ list: hash('a'), line: hash('b'), notices: hash('c') })
  expect(told?.receipt).toMatchObject({ place: 4, points: 120, username: 'ada' })
})

it('a message from before the heading is split by its codes', () => {
  const { text, experts } = splitForExperts(
    [
      'Your number is 13. The list has 23 numbers, starting at 0.',
      'You had 120 points and rank 3.',
      'Keep this message. You can use its codes to check that nothing has changed since.',
      `The code of the list: L-${hash('a')}`,
      'Paste this message here to check it: https://baobab.example/scholarship/2026-10/verify?version=1',
    ].join('\n'),
  )
  expect(text).toBe('You had 120 points and rank 3.')
  expect(experts).toMatch(/^Your number is 13\. .*\nKeep this .*\nThe code .*\nPaste this .*$/)
})

it.each(['Keep this message.\nThe quiz starts at 0 minutes.', 'Hello.\n\nFor experts only.'])(
  'a message without codes is not split: %j',
  (plain) => expect(splitForExperts(plain)).toEqual({ text: plain, experts: '' }),
)
