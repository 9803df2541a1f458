import { expect, it } from 'vitest'
import { describeTables } from './describe-data.ts'

it('data is shown in words, without ids, empty values and empty tables', () => {
  const row = {
    id: 'a1',
    studentId: 'b2',
    usernameKey: 'ada',
    guardianAgreedAt: null,
    isPaid: true,
    score: 40,
    words: ['a'],
  }
  expect(describeTables({ answers: [row], notes: [] })).toEqual([
    {
      name: 'answers',
      title: 'Answers',
      rows: [
        [
          { label: 'Is paid', value: 'Yes' },
          { label: 'Score', value: '40' },
          { label: 'Words', value: '["a"]' },
        ],
      ],
    },
  ])
})

it('times are shown as people write them, and a date alone as it is stored', () => {
  const [table] = describeTables({ drawEntries: [{ frozenAt: '2026-11-29T12:05:00.000Z', month: '2026-11' }] })
  expect(table?.title).toBe('Draw entries')
  expect(table?.rows[0]?.[0]).toMatchObject({ label: 'Frozen at', value: expect.stringMatching(/29 Nov.*1:05/) })
  expect(table?.rows[0]?.[1]).toEqual({ label: 'Month', value: '2026-11' })
})
