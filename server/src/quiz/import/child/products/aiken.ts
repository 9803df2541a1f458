// Reads Aiken, a text format of Moodle: a question in one line, options A. to Z., and a line like 'ANSWER: B'. Also accepts what
// people type instead: a), (a), lower case, blank lines between, numbers before the questions, the option beside its letter.
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import type { ProductQuestion } from './product-question.ts'

const option = /^\s*\(?([a-z])[.)]\s*(.*)$/i
const answer = /^\s*(?:correct\s+)?ans(?:wer)?\s*[:=]\s*(.*)$/i
const key = /^\(?([a-z])(?:[.)]+\s*(.*))?$/i

/** A space within a line. Excludes line breaks, so that a search for blank lines does not start again at each of them. */
const blank = String.raw`[^\S\r\n\u2028\u2029]`
const answerLine = new RegExp(`^${blank}*(?:correct${blank}+)?ans(?:wer)?${blank}*[:=]`, 'im')
const optionLine = new RegExp(String.raw`^${blank}*\(?a[.)]\s*\S`, 'im')

/** Returns whether a text has an option A and an answer. */
export function isAiken(text: string): boolean {
  return answerLine.test(text) && optionLine.test(text)
}

const indexOfLetter = (letter: string) => letter.toUpperCase().charCodeAt(0) - 65

/** Returns the index of the option that an answer names: by its letter, possibly followed by its text. */
function findAnswer(named: string, options: readonly string[]): number | undefined {
  const [, letter = '', text = ''] = key.exec(named.trim()) ?? []
  const at = indexOfLetter(letter)
  const shown = options[at]
  if (shown === undefined) return undefined
  return text === '' || toComparisonKey(text) === toComparisonKey(shown) ? at : undefined
}

/** The number in front of a question, but not one that is part of its text: 2.5 or the ratio 2:3. */
const questionNumber = /^(?:q(?:uestion)?\s*\d+\s*[.):]|\d+\s*[.)](?!\d)|\d+\s*:(?!\s*\d))\s*/i

/** Joins the lines of a question, without its number. */
function joinLines(lines: readonly string[], number: number): string {
  const text = lines.join(' ')
  const [numbering = ''] = questionNumber.exec(text) ?? []
  return Number(numbering.replace(/\D/g, '')) === number ? text.slice(numbering.length) : text
}

/** Reads the questions. Each ends at its answer. */
export function readAiken(text: string): ProductQuestion[] {
  const questions: ProductQuestion[] = []
  let [lines, options]: [string[], string[]] = [[], []]
  const finish = (at?: number) => {
    const number = questions.length + 1
    const isRead = at !== undefined && lines.length > 0
    const result = isRead ? { correct: [at] } : { correct: [], leftOut: 'unreadable' as const }
    questions.push({ number, question: joinLines(lines, number), options, ...result })
    ;[lines, options] = [[], []]
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, letter = '', shown = ''] = option.exec(line) ?? []
    const named = answer.exec(line)?.[1]
    if (named !== undefined) finish(findAnswer(named, options))
    else if (indexOfLetter(letter) === options.length && lines.length > 0) options.push(shown.trim())
    else if (line.trim() !== '') {
      // A new question starts, although the last one has no answer.
      if (options.length > 0) finish()
      lines.push(line.trim())
    }
  }
  if (lines.length > 0) finish()
  return questions
}
