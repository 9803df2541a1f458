// What features say of personal data, compared with lists of its own: a slip in a feature's description would publish a secret, or
// keep what must go.
import { getTableColumns, getTableName } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { features } from '../features.ts'

const described = features
  .flatMap(({ tables = [] }) => tables)
  .flatMap(({ table, personalData }) =>
    personalData === 'of no student' ? [] : [{ table, name: getTableName(table), ...personalData }],
  )

/** Names of columns with a secret, or with the id of somebody else. */
const secret = /Hash$|Key$|^admin|By$|^other|^assigned|^(endpoint|p256dh|auth|accessCode|authorizationUrl|payerEmail)$/
/** They say whether the student or a parent, or a guardian or an admin, did something, but not who it was. */
const harmless = ['payments.openedBy', 'streak_pauses.setBy']

it('a copy of all data withholds every column that may hold a secret or the id of somebody else', () => {
  const copied = described.flatMap(({ table, name, copy }) =>
    'as' in copy
      ? Object.keys(getTableColumns(table))
          .filter((column) => secret.test(column) && !copy.withheld?.includes(column))
          .map((column) => `${name}.${column}`)
      : [],
  )
  expect(copied.toSorted()).toEqual(harmless)
})

it('only these tables of students keep their ids after an erasure', () => {
  const keeping = described.filter(
    ({ table, erase }) => 'studentId' in table && typeof erase === 'object' && 'keeps' in erase,
  )
  expect(keeping.map(({ name }) => name).toSorted()).toEqual([
    'attempts',
    'fair_play_decisions',
    'fair_play_flags',
    'payments',
    'standings',
  ])
})

it('only these tables of students are not in a copy of all data', () => {
  const without = described.filter(({ table, copy }) => 'studentId' in table && 'without' in copy)
  expect(without.map(({ name }) => name).toSorted()).toEqual(['email_codes', 'entrant_proposals', 'proof_codes'])
})
