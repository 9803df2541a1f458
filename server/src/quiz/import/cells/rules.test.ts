import { describe, expect, it } from 'vitest'
import { readAnswer, readCategory } from './rules.ts'

describe('an age category in a spreadsheet', () => {
  it.each([
    ['5-10', '5-10'],
    ['5 – 10', '5-10'],
    ['11—20', '11-20'],
    ['5 to 10', '5-10'],
    ['Ages 5-10', '5-10'],
    ['ages: 5 - 10', '5-10'],
    ['5–10 years old', '5-10'],
    ['5-10yrs', '5-10'],
    ['between 5 and 10', '5-10'],
    ['from 5 to 10 years', '5-10'],
    ['Age group 11-20', '11-20'],
    ['(11 to 20)', '11-20'],
    ['11 to 20 years', '11-20'],
    ['11+', '11-20'],
    ['Ages 11+', '11-20'],
    ['11 and above', '11-20'],
    ['11 years and older', '11-20'],
    ['11 plus', '11-20'],
    ['11 yrs+', '11-20'],
    ['≥ 11', '11-20'],
    ['10 and under', '5-10'],
    ['5yrs-10yrs', '5-10'],
    ['5 to10', '5-10'],
    ['5-10 (Primary)', '5-10'],
    ['Kids 5_10', '5-10'],
  ])('written %j is %j', (cell, value) => {
    expect(readCategory(cell)).toEqual({ value, isInterpreted: false })
  })

  it.each([
    // How Excel shows the dates that it makes from 5-10 and 11-20, with American and British settings.
    ['10-May', '5-10'],
    ['05-Oct', '5-10'],
    ['20-Nov', '11-20'],
    ['Nov-20', '11-20'],
    // In another format, chosen by a person or by the program that saved the text.
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
    // The numbers that programs store for 10 May 2026, 5 October 2026, 20 November 2026 and 1 November 2020.
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
    '5+',
    '11',
    '5 to 11',
    '1 to 10',
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
    // Dates in another century, as numbers: 10 May 1926 and 10 May 2126.
    '9627',
    '82676',
    // The time of day is at the end, and the day of the week at the beginning.
    '5-10T00:00 1',
    '10 May Monday',
  ])('written %j is left unchanged', (value) => {
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

  it('that equals an option is that option, as it is spelled', () => {
    expect(readAnswer('BOLA', options)).toEqual({ value: 'Bola', isInterpreted: false })
    expect(readAnswer('b', ['D', 'C', 'B', 'A'])).toEqual({ value: 'B', isInterpreted: false })
    expect(readAnswer('2', ['8', '4', '2', '1'])).toEqual({ value: '2', isInterpreted: false })
  })

  it.each(['E', '5', '0', 'AB', '12', 'Ekene', ''])('given as %j is not an option', (cell) => {
    expect(readAnswer(cell, options)).toEqual({ value: cell, isInterpreted: false })
  })

  it.each([
    ['3', ['2.0', '3.0', '4.0', '5.0'], '3.0'],
    ['3.00', ['1', '2', '3', '4'], '3'],
    ['1000', ['500', '1,000', '1,500', '2,000'], '1,000'],
    ['2', ['₦1', '₦4', '₦3', '₦2'], '₦2'],
    ['0.5', ['25%', '50%', '75%', '100%'], '50%'],
    ['0.5', ['1/4', '1/2', '3/4', '1/1'], '1/2'],
    ['2', ['1 kg', '2 kg', '3 kg', '4 kg'], '2 kg'],
    ['option 3', ['10', '20', '30', '40'], '30'],
    ['2', ['One', 'Two', 'Three', 'Four'], 'Two'],
    ['B', ['Vitamin A', 'Vitamin B', 'Vitamin C', 'Vitamin D'], 'Vitamin B'],
    ['3', ['A dog', 'No one', 'I', 'Civil'], 'I'],
    ['B. Bola', options, 'Bola'],
    ['(2) bola', options, 'Bola'],
    ['Option B: Bola', options, 'Bola'],
  ])('given as %j for %j is %j', (cell, among, value) => {
    expect(readAnswer(cell, among)).toEqual({ value, isInterpreted: true })
  })

  it.each([
    // The option with this number, or the one that mentions it.
    ['2', ['1 kg', '3 kg', '2 kg', '4 kg'], ['2 kg', '3 kg']],
    ['3', ['10', '20', '30', '40'], ['30']],
    ['A', ['B+', 'A+', 'O', 'AB'], ['A+', 'B+']],
    ['3', ['3.0', '3.00', '4', '5'], ['3.0', '3.00']],
    // Numbers in words, in Roman numerals, in superscript, and in the digits of another script.
    ['3', ['Two', 'Three', 'Four', 'Five'], ['Three', 'Four']],
    ['1', ['Second', 'First', 'Third', 'Fourth'], ['First', 'Second']],
    ['1', ['Seven days', 'Six days', 'Five days', 'Ten days'], ['Seven days']],
    ['3', ['II', 'III', 'IV', 'V'], ['III', 'IV']],
    ['2', ['x²', 'x³', 'x⁴', 'x⁵'], ['x²', 'x³']],
    ['3', ['٢', '٣', '٤', '٥'], ['٣', '٤']],
    // Letters at the end of an option.
    ['C', ['Vitamin A', 'Vitamin C', 'Vitamin B', 'Vitamin D'], ['Vitamin C', 'Vitamin B']],
  ])('given as %j for %j may mean %j, so a person must choose', (cell, among, choices) => {
    expect(readAnswer(cell, among)).toEqual({ value: cell, isInterpreted: false, choices })
  })

  it('with a letter and a different option’s text is no option', () => {
    expect(readAnswer('A. Bola', options)).toEqual({ value: 'A. Bola', isInterpreted: false })
  })

  it('does not name a missing option', () => {
    expect(readAnswer('D', ['Amina', 'Bola', 'Chidi', ''])).toEqual({ value: 'D', isInterpreted: false })
  })
})
