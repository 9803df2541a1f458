// Reads Aiken, a text format of Moodle: a question in one line, options A. to Z., and a line like 'ANSWER: B'.
import type { ProductQuestion } from './product-question.ts'

const option = /^\s*([A-Z])[.)]\s*(.*)$/
const answer = /^\s*ANSWER\s*:\s*(.*?)\s*$/i

/** Whether a text has an option A and an answer. */
export function isAiken(text: string): boolean {
  return /^\s*ANSWER\s*:/im.test(text) && /^\s*A[.)]\s*\S/m.test(text)
}

/** Reads the questions. Each ends at its answer; a question of several lines is one line. */
export function readAiken(text: string): ProductQuestion[] {
  const questions: ProductQuestion[] = []
  let [question, options, letters]: [string[], string[], string] = [[], [], '']
  const finish = (correct: number[], leftOut?: 'unreadable') => {
    questions.push({ number: questions.length + 1, question: question.join(' '), options, correct, leftOut })
    ;[question, options, letters] = [[], [], '']
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, letter, shown = ''] = option.exec(line) ?? []
    const key = answer.exec(line)?.[1]?.replace(/[.)]$/, '').toUpperCase()
    if (key !== undefined) {
      const isReadable = question.length > 0 && /^[A-Z]$/.test(key) && letters.includes(key)
      finish(isReadable ? [letters.indexOf(key)] : [], isReadable ? undefined : 'unreadable')
    } else if (letter !== undefined && letter === String.fromCharCode(65 + options.length) && question.length > 0) {
      options.push(shown.trim())
      letters += letter
    } else if (line.trim() !== '') {
      // A new question starts, although the last one has no answer.
      if (options.length > 0) finish([], 'unreadable')
      question.push(line.trim())
    }
  }
  if (question.length > 0) finish([], 'unreadable')
  return questions
}
