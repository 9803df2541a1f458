// Reads Moodle XML. Refuses documents with a DOCTYPE, so that there are no entities to expand, and deep nesting.
import { SaxesParser } from 'saxes'
import { refuse } from '../grid.ts'
import type { ProductQuestion } from './product-question.ts'
import { hasMedia, toPlainText } from './plain-text.ts'

const MAX_DEPTH = 50
/** How many characters are searched for the root element. */
const HEAD_LENGTH = 4_000

/** Returns whether a text starts with the root of Moodle XML, possibly preceded by comments. */
export function isMoodleXml(text: string): boolean {
  const head = text.slice(0, HEAD_LENGTH)
  return /^\s*<[?!q]/.test(head) && /<quiz[\s>]/.test(head)
}

type Answer = { fraction: number; text: string }
type Found = { type: string; single: string; texts: Record<string, string>; answers: Answer[]; hasFile: boolean }

/** The elements whose text is read, by their path below a question. */
const readPaths = ['questiontext/text', 'generalfeedback/text', 'single', 'answer/text']

function toQuestion({ type, single, texts, answers, hasFile }: Found): Omit<ProductQuestion, 'number'> {
  const stem = texts['questiontext/text'] ?? ''
  const question = {
    question: toPlainText(stem),
    options: answers.map(({ text }) => toPlainText(text)),
    correct: answers.flatMap(({ fraction }, at) => (fraction >= 100 ? [at] : [])),
    explanation: toPlainText(texts['generalfeedback/text'] ?? ''),
  }
  if (type === 'truefalse') return { ...question, leftOut: 'trueOrFalse' }
  if (type !== 'multichoice') return { ...question, leftOut: 'kind' }
  if (hasFile || [stem, ...answers.map(({ text }) => text)].some(hasMedia)) return { ...question, leftOut: 'picture' }
  const isPartial = answers.some(({ fraction }) => fraction > 0 && fraction < 100)
  const isSeveral = /^\s*(?:false|0)\s*$/i.test(single) || isPartial
  return { ...question, leftOut: isSeveral ? 'answers' : undefined }
}

/** Reads the questions, without the categories between them. Refuses a document that is not well-formed. */
export function readMoodleXml(text: string): ProductQuestion[] {
  const questions: ProductQuestion[] = []
  const path: string[] = []
  let found: Found | undefined
  const parser = new SaxesParser()
  const add = (part: string) => {
    const place = path.slice(2).join('/')
    if (!found || !readPaths.includes(place)) return
    const answer = found.answers.at(-1)
    if (place === 'answer/text' && answer) answer.text += part
    else if (place === 'single') found.single += part
    else found.texts[place] = (found.texts[place] ?? '') + part
  }
  parser.on('error', () => refuse('damaged'))
  parser.on('doctype', () => refuse('damaged'))
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name)
    if (path.length > MAX_DEPTH) refuse('damaged')
    const place = path.join('/')
    if (place === 'quiz/question')
      found = { type: String(attributes['type'] ?? ''), single: '', texts: {}, answers: [], hasFile: false }
    if (place === 'quiz/question/answer')
      found?.answers.push({ fraction: Number(attributes['fraction'] ?? 0), text: '' })
    if (found && name === 'file') found.hasFile = true
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    if (path.join('/') === 'quiz/question' && found) {
      if (found.type !== 'category') questions.push({ number: questions.length + 1, ...toQuestion(found) })
      found = undefined
    }
    path.pop()
  })
  parser.write(text).close()
  return questions
}
