import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { describeTables } from './feature-data.ts'

const notes = pgTable('notes', { studentId: uuid(), text: text() })
const words = pgTable('words', { word: text() })

it('a table that is not described is a type error', () => {
  // @ts-expect-error a table is missing
  describeTables({ words }, {})
  // @ts-expect-error a table with a student's id contains students' data
  describeTables({ notes }, { notes: 'of no student' })
  // @ts-expect-error nothing says how it is erased
  describeTables({ notes }, { notes: { copy: { as: 'notes' } } })
  // @ts-expect-error nothing says how it is copied
  describeTables({ notes }, { notes: { erase: 'delete' } })
  // @ts-expect-error nothing says how a student's rows are found
  describeTables({ words }, { words: { copy: { as: 'words' }, erase: 'delete' } })
  // @ts-expect-error it has no such column
  describeTables({ notes }, { notes: { copy: { as: 'notes', withheld: ['secret'] }, erase: 'delete' } })
  const described = describeTables(
    { notes, words },
    { notes: { copy: { as: 'notes' }, erase: 'delete' }, words: 'of no student' },
  )
  expect(described).toMatchObject([{ table: notes, personalData: { erase: 'delete' } }, { table: words }])
})
