import { expect, it } from 'vitest'
import { describeTables } from './describe-data.ts'

it('data is shown in words, without technical columns, empty values, nested values and empty tables', () => {
  const row = {
    id: 'a1',
    studentId: 'b2',
    usernameKey: 'ada',
    guardianAgreedAt: null,
    isPaid: true,
    score: 40,
    seq: 3,
    canRetry: false,
    amountKobo: 100_000,
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
          { label: 'Amount', value: '₦1,000' },
        ],
      ],
    },
  ])
})

it('tables and columns have plain labels, and new ones get the words of their names', () => {
  const [account, table, other] = describeTables({
    account: [{ number: '0803', wantsReading: false }],
    notificationsRead: [{ number: 7 }],
    newThings: [{ isNew: true }],
  })
  expect(account?.title).toBe('Your account')
  expect(account?.rows[0]?.map(({ label }) => label)).toEqual(['Phone number', 'Read to me'])
  expect(table).toMatchObject({ title: 'Notifications you read', rows: [[{ label: 'Number', value: '7' }]] })
  expect(other).toMatchObject({ title: 'New things', rows: [[{ label: 'Is new', value: 'Yes' }]] })
})

it('times are shown as people write them, and a date without a time as it is stored', () => {
  const [table] = describeTables({ drawEntries: [{ frozenAt: '2026-11-29T12:05:00.000Z', month: '2026-11' }] })
  expect(table?.rows[0]?.[0]).toMatchObject({ label: 'Frozen at', value: expect.stringMatching(/29 Nov.*1:05/) })
  expect(table?.rows[0]?.[1]).toEqual({ label: 'Month', value: '2026-11' })
})
