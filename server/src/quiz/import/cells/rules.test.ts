import { describe, expect, it } from 'vitest'
import { readAnswer, readCategory } from './rules.ts'

describe('an age category in a spreadsheet', () => {
  it.each([
    ['5-10', '5-10'],
    ['5 – 10', '5-10'],
    ['11—20', '11-20'],
  ])('written %j is %j', (cell, value) => {
    expect(readCategory(cell)).toEqual({ value, isInterpreted: false })
  })

  it.each([
    // As Excel shows the dates that it makes of 5-10 and 11-20, in American and British settings.
    ['10-May', '5-10'],
    ['05-Oct', '5-10'],
    ['20-Nov', '11-20'],
    ['Nov-20', '11-20'],
    // With another format, chosen by a person or by the program that saved the text.
    ['10/05/2026', '5-10'],
    ['05/10/2026', '5-10'],
    ['5.10.26', '5-10'],
    ['2026-05-10', '5-10'],
    ['2026-10-05 00:00:00', '5-10'],
    ['10/5', '5-10'],
    ['05-10', '5-10'],
    ['Sunday, May 10, 2026', '5-10'],
    ['Monday, 5 October 2026', '5-10'],
    ['Tues 10 May 2026', '5-10'],
    ['Wed, 10 May 2026', '5-10'],
    ['Thu 10 May 2026', '5-10'],
    ['Saturday, 10 May 2026', '5-10'],
    ['Sat 10 May 2026', '5-10'],
    ['2026-05-10 00:00', '5-10'],
    ['2026-05-10 00:00:00.000', '5-10'],
    ['11/20/2026', '11-20'],
    ['20/11/2026', '11-20'],
    ['2026-11-20T00:00:00Z', '11-20'],
    ['20 November 2026', '11-20'],
    ['01/11/2020', '11-20'],
    ['1 November 2020', '11-20'],
    ['2020-11-01', '11-20'],
    ['May-2010', '5-10'],
    // The days by which programs store 10 May 2026, 5 October 2026, 20 November 2026 and 1 November 2020.
    ['46152', '5-10'],
    ['46300', '5-10'],
    ['46346', '11-20'],
    ['44136', '11-20'],
  ])('turned into the date %j is %j', (cell, value) => {
    expect(readCategory(cell)).toEqual({ value, isInterpreted: true })
  })

  it.each([
    '12-Nov',
    '10-Mai',
    '11/10/2026',
    '1/11/2021',
    '5',
    '510',
    '46153',
    'May',
    '5-10 and 11-20',
    'all',
    '',
    // More numbers or words than a date has.
    '5-10-26-1',
    '10 May 2026 1',
    '10 May June',
    '10 May x',
    '5-10 x1',
    '5-10 1x',
    '5 a-b 10',
    // Dates of another century, as numbers: 10 May 1926 and 10 May 2126.
    '9627',
    '82676',
    // The time of the day is at the end, and the day of the week at the begin.
    '5-10T00:00 1',
    '10 May Monday',
  ])('written %j stays as it is', (value) => {
    expect(readCategory(value)).toEqual({ value, isInterpreted: false })
  })
})

describe('a correct answer in a spreadsheet', () => {
  const options = ['Amina', 'Bola', 'Chidi', 'Danladi']

  it.each(['B', 'b', ' B ', 'B.', '(b)', '2', '2)', 'Option 2', 'option2', 'Option B'])(
    'given as %j is the second option',
    (cell) => {
      expect(readAnswer(cell.trim(), options)).toEqual({ value: 'Bola', isInterpreted: true })
    },
  )

  it('that is equal to an option is that option, in its spelling', () => {
    expect(readAnswer('BOLA', options)).toEqual({ value: 'Bola', isInterpreted: false })
    expect(readAnswer('b', ['D', 'C', 'B', 'A'])).toEqual({ value: 'B', isInterpreted: false })
    expect(readAnswer('2', ['8', '4', '2', '1'])).toEqual({ value: '2', isInterpreted: false })
  })

  it.each(['E', '5', '0', 'AB', '12', 'Ekene', ''])('given as %j is no option', (cell) => {
    expect(readAnswer(cell, options)).toEqual({ value: cell, isInterpreted: false })
  })

  it('does not name an option that is missing', () => {
    expect(readAnswer('D', ['Amina', 'Bola', 'Chidi', ''])).toEqual({ value: 'D', isInterpreted: false })
  })
})
