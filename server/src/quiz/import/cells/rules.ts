// Reads cells that show something else than what is meant: an age category that a spreadsheet program turned into a date,
// and a correct answer that is named by its letter or number. Pure.
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'

/** The two numbers of each category, which a spreadsheet program may take for a month and a day, or a month and a year. */
const numbersOf: Record<AgeCategory, readonly [number, number]> = { '5-10': [5, 10], '11-20': [11, 20] }
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A month and a day in any order, because programs disagree about it, and the year if it is shown. */
type ShownDate = { first: number; second: number; year?: number | undefined }

/** What a cell is read as, and whether it shows something else. */
type Reading = { value: string; isInterpreted: boolean }

/** Reads an age category as people and spreadsheet programs write it. Returns any other text as it is. */
export function readCategory(cell: string): Reading {
  const plain = cell.replace(/\s*[-\u2010-\u2015\u2212]\s*/g, '-')
  const date = ageCategories.some((category) => category === plain) ? undefined : parseShownDate(plain)
  const category = date && ageCategories.find((one) => isCategoryAsDate(one, date))
  return { value: category ?? plain, isInterpreted: category !== undefined }
}

/** Whether a date is what spreadsheet programs make of a category: 10 May, 5 October; 20 November, November 2020. */
function isCategoryAsDate(category: AgeCategory, { first, second, year }: ShownDate): boolean {
  const [low, high] = numbersOf[category]
  const areNumbers = (one: number, other: number) => (one === low && other === high) || (one === high && other === low)
  if (areNumbers(first, second)) return true
  if (year === undefined || (first !== 1 && second !== 1)) return false
  return areNumbers(first === 1 ? second : first, year % 100)
}

/** Parses a date in any of the formats of spreadsheet programs, or the number of days by which they store one. */
function parseShownDate(cell: string): ShownDate | undefined {
  const words = cell
    .toLowerCase()
    .replace(/[t\s]00:00(:00(\.0+)?)?z?$/, '')
    .replace(/^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?\b/, '')
    .split(/[\s,./-]+/)
    .filter(Boolean)
  const named = words.filter((word) => /^\p{L}{3,}$/u.test(word))
  const numbers = words.filter((word) => /^\d{1,5}$/.test(word)).map(Number)
  if (named.length + numbers.length !== words.length || named.length > 1) return undefined
  const [a = NaN, b, c] = numbers
  const [name] = named
  if (name !== undefined) {
    const month = months.indexOf(name.slice(0, 3)) + 1
    if (month === 0 || numbers.length > 2) return undefined
    // Without a day, the month begins on its first.
    return a > 31 ? { first: month, second: b ?? 1, year: a } : { first: month, second: a, year: b }
  }
  if (numbers.length === 1) return parseSerial(a)
  if (b === undefined || numbers.length > 3) return undefined
  return a > 31 ? { first: b, second: c ?? NaN, year: a } : { first: a, second: b, year: c }
}

/** Parses the days since 30 December 1899 that are shown if the column of a date is formatted as a number or a text. */
function parseSerial(days: number): ShownDate | undefined {
  if (days < 30_000 || days > 80_000) return undefined
  const date = new Date(Date.UTC(1899, 11, 30 + days))
  return { first: date.getUTCMonth() + 1, second: date.getUTCDate(), year: date.getUTCFullYear() }
}

/**
 * Reads a correct answer. Returns the option that it is equal to, or, if no option is, the one that it names: A to D, 1 to 4,
 * or the name of a column, like option2. Returns any other text as it is.
 */
export function readAnswer(cell: string, options: readonly string[]): Reading {
  const same = options.find((option) => toComparisonKey(option) === toComparisonKey(cell))
  if (same !== undefined) return { value: same, isInterpreted: false }
  const [, name = ''] = /^(?:option\s*)?\(?([a-d1-4])[.)]?$/i.exec(cell) ?? []
  const named = name === '' ? '' : options[/\d/.test(name) ? Number(name) - 1 : 'abcd'.indexOf(name.toLowerCase())]
  return named ? { value: named, isInterpreted: true } : { value: cell, isInterpreted: false }
}
