// Pure rules that read cells showing something other than what is meant: an age category that a spreadsheet program turned into
// a date, and a correct answer given by its letter or number.
import { toAsciiDigits } from '@baobab/contract/accounts/codes.ts'
import { toComparisonKey, toSearchKey } from '@baobab/contract/kernel/comparison.ts'
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'

/** The two numbers in each category, which a spreadsheet program may mistake for a month and a day, or a month and a year. */
const numbersOf: Record<AgeCategory, readonly [number, number]> = { '5-10': [5, 10], '11-20': [11, 20] }
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A month and a day in either order, because programs disagree about it, and the year if it is shown. */
type ShownDate = { first: number; second: number; year?: number | undefined }

/** The value read from a cell, whether it differs from what is shown, and the readings that only a person can choose between. */
type Reading = { value: string; isInterpreted: boolean; choices?: string[] }

/** Words around an age category's numbers. */
const ageWords =
  /\b(?:ages?|aged|years?|yrs?|olds?|of|from|group|range|category|children|kids|pupils|students|for)\b\.?/g
const orAbove =
  /^(?:(?:over|above|>) ?10|(?:>=|≥) ?11|11(?: ?\+| (?:(?:and|&|or) )?(?:above|over|older|up|upwards?|plus)))$/
const orBelow = /^(?:(?:under|below|<) ?11|up to 10|10 (?:(?:and|&|or) )?(?:under|below|younger|less))$/

/** Returns the category that a text describes in words: Ages 5 to 10, 11+, 11-20 yrs. */
function readWords(plain: string): string {
  const bare = plain
    .toLowerCase()
    .replace(/\([^()\d]*\)/g, ' ')
    .replace(/(\d)\s*(?:years?|yrs?)\b\.?(?=\s*[-+])/g, '$1')
    .replace(/-(?=\p{L})|(?<=\p{L})-/gu, ' ')
    .replace(/(\d)(?=(?:years?|yrs?)\b)/g, '$1 ')
    .replace(ageWords, ' ')
    .replace(/[():]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(?:between )?(\d+) ?(?:to|until|till|through|and) ?(\d+)$/, '$1-$2')
    .replace(/\s*[-_~]\s*/g, '-')
  const named = ageCategories.find((category) => category === bare)
  if (named) return named
  if (orBelow.test(bare)) return '5-10'
  return orAbove.test(bare) ? '11-20' : plain
}

/** Reads an age category as written by people and spreadsheet programs. Returns any other text unchanged. */
export function readCategory(cell: string): Reading {
  const plain = readWords(cell.replace(/\s*[-\u2010-\u2015\u2212]\s*/g, '-'))
  const date = ageCategories.some((category) => category === plain) ? undefined : parseShownDate(plain)
  const category = date && ageCategories.find((one) => isCategoryAsDate(one, date))
  return { value: category ?? plain, isInterpreted: category !== undefined }
}

/** Returns whether a date is what spreadsheet programs make of a category: 10 May, 5 October; 20 November, November 2020. */
function isCategoryAsDate(category: AgeCategory, { first, second, year }: ShownDate): boolean {
  const [low, high] = numbersOf[category]
  const areNumbers = (one: number, other: number) => (one === low && other === high) || (one === high && other === low)
  if (areNumbers(first, second)) return true
  if (year === undefined || (first !== 1 && second !== 1)) return false
  return areNumbers(first === 1 ? second : first, year % 100)
}

/** Parses a date in any format used by spreadsheet programs, or the number of days they store for it. */
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
    // Without a day, the month starts on its first.
    return a > 31 ? { first: month, second: b ?? 1, year: a } : { first: month, second: a, year: b }
  }
  if (numbers.length === 1) return parseSerial(a)
  if (b === undefined || numbers.length > 3) return undefined
  return a > 31 ? { first: b, second: c ?? NaN, year: a } : { first: a, second: b, year: c }
}

/** Parses the days since 30 December 1899, which are shown if a date column is formatted as numbers or text. */
function parseSerial(days: number): ShownDate | undefined {
  if (days < 30_000 || days > 80_000) return undefined
  const date = new Date(Date.UTC(1899, 11, 30 + days))
  return { first: date.getUTCMonth() + 1, second: date.getUTCDate(), year: date.getUTCFullYear() }
}

/** Reads a number as written by people and spreadsheet programs: 3, 3.0, 1,000, ₦3, 50%, 1/2. NaN for anything else. */
function parseNumber(text: string): number {
  const bare = text
    .replace(/^([+-]?)\s*(?:₦|NGN|N|\$|£|€)\s*(?=[\d.])/i, '$1')
    .replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '')
  const [, whole = '', top, bottom, percent] =
    /^([+-]?(?:\d+\.?\d*|\.\d+))$|^(\d+)\/(\d+)$|^([+-]?\d+(?:\.\d+)?)\s*%$/.exec(bare) ?? []
  if (percent !== undefined) return Number(percent) / 100
  if (top !== undefined) return Number(top) / Number(bottom)
  return whole === '' ? NaN : Number(whole)
}

const optionIndex = (name: string) => (/\d/.test(name) ? Number(name) - 1 : 'abcd'.indexOf(name.toLowerCase()))

/** Numbers that an option may start with as a word or contain as Roman numerals: an answer of 1 to 4 may mean them. */
const numberWords =
  /^(?:the )?(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|first|second|third|fourth|fifth|sixth)\b/i
const named1To4 = ['one first', 'two second ii', 'three third iii', 'four fourth iv']
const romanDigits = /^[IVX]{2,}$/

/** Returns the numbers in an option, in the digits of any script or in words. A word above four counts as 0. */
function listNumbers(option: string): number[] {
  const digits = toAsciiDigits(option).match(/\d+(?:\.\d+)?/g) ?? []
  const word = numberWords.exec(option)?.[1] ?? romanDigits.exec(option)?.[0]
  const inWords =
    word === undefined ? [] : [named1To4.findIndex((names) => names.split(' ').includes(word.toLowerCase())) + 1]
  return [...digits.map(Number), ...inWords]
}

/**
 * Returns whether an option contains this number (2 in "2 kg") or ends in this letter (C in "Vitamin C"), so that the answer
 * "2" or "C" might refer to that option.
 */
function mentions(option: string, name: string): boolean {
  if (!/\d/.test(name))
    return (
      option
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean)
        .at(-1)
        ?.toLowerCase() === name.toLowerCase()
    )
  return listNumbers(option).includes(Number(name))
}

/**
 * Reads a correct answer. Returns the option that it equals, as text or otherwise as a number, or, if there is none, the one it
 * names: A to D, 1 to 4, a column name like option2, or a letter with its option, like B. Bola. Returns any other text
 * unchanged. If it may also mean an option that mentions it, only a person can choose.
 */
export function readAnswer(cell: string, options: readonly string[]): Reading {
  const same = options.find((option) => toComparisonKey(option) === toComparisonKey(cell))
  if (same !== undefined) return { value: same, isInterpreted: false }
  const number = parseNumber(cell)
  const equal = options.filter((option) => parseNumber(option) === number)
  if (equal.length === 1) return { value: equal[0] ?? cell, isInterpreted: true }
  if (equal.length > 1) return { value: cell, isInterpreted: false, choices: equal }
  return readOptionName(cell, options)
}

const labelledOption = /^\(?([a-d1-4])[.)]\s+(\S.*)$/i

/** Returns options without their labels, if they have them in order: A. Lagos, B. Kano. Each student sees another order. */
export function removeLabels(options: readonly string[]): readonly string[] {
  const bare = options.map((option, at) => {
    const [, label = '', text] = labelledOption.exec(option) ?? []
    return optionIndex(label) === at ? text : undefined
  })
  return bare.every((text) => text !== undefined) ? bare : options
}

/**
 * Reads a correct answer to options whose labels were removed. If it is the label of one option and the text of another, such as 2
 * beside "1. 2" and "2. 3", only a person can choose.
 */
export function readAnswerToLabelled(cell: string, shown: readonly string[], options: readonly string[]): Reading {
  const reading = readAnswer(cell, options)
  const [, name = ''] = /^\(?([a-d1-4])[.)]?$/i.exec(cell) ?? []
  const at = shown.findIndex((option) => labelledOption.exec(option)?.[1]?.toLowerCase() === name.toLowerCase())
  const named = shown === options ? undefined : options[at]
  if (named === undefined || named === reading.value || !options.includes(reading.value)) return reading
  return { value: cell, isInterpreted: false, choices: [named, reading.value] }
}

/** Returns a text without tone marks, dots below, hooks and the signs at its end. */
const toBareKey = (text: string) => toSearchKey(text).replace(/[\s.,;:!]+$/, '')

/** Reads an answer that is equal to no option: one that names an option. */
function readOptionName(cell: string, options: readonly string[]): Reading {
  const [, letter = '', text = ''] =
    /^(?:(?:option|opt\.?|choice|answer|letter)\s*)?\(?([a-d1-4])[.):\s-]+(.+)$/i.exec(cell) ?? []
  const labelled = letter === '' ? undefined : options[optionIndex(letter)]
  if (labelled && toComparisonKey(labelled) === toComparisonKey(text)) return { value: labelled, isInterpreted: true }
  const [, word = '', name = ''] = /^((?:option|opt\.?|choice|answer|letter)\s*)?\(?([a-d1-4])[.)]?$/i.exec(cell) ?? []
  const named = name === '' ? undefined : options[optionIndex(name)]
  if (!named) {
    const alike = options.filter((option) => toBareKey(option) === toBareKey(cell))
    return { value: cell, isInterpreted: false, ...(alike.length > 0 && { choices: alike }) }
  }
  const mentioning = options.filter((option) => mentions(option, name))
  const isNumberAmongNumbers = /\d/.test(name) && options.some((option) => listNumbers(option).length > 0)
  const isClear = mentioning.length > 0 ? mentioning.every((option) => option === named) : !isNumberAmongNumbers
  if (word !== '' || isClear) return { value: named, isInterpreted: true }
  return { value: cell, isInterpreted: false, choices: [...new Set([...mentioning, named])] }
}
