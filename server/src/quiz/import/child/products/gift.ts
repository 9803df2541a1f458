// Reads GIFT, Moodle's text format: questions between blank lines, with the answers in braces.
import { parse, type GIFTQuestion, type TextFormat } from 'gift-pegjs'
import type { ProductQuestion } from './product-question.ts'
import { hasMedia, toPlainText } from './plain-text.ts'

/** Returns whether a text has answers in braces. A table may have braces too, so its columns are looked for first. */
export function isGift(text: string): boolean {
  return /(?:^|[^\\])\{(?:\s*\}|\s*(?:T|F|TRUE|FALSE)\s*[#}]|[^{}]*[=~#])/.test(text)
}

/** Splits a text at blank lines, without comments, categories and blocks that contain only these. */
function splitBlocks(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  const kept = lines.filter((line) => !/^\s*(?:\/\/|\$CATEGORY:)/.test(line))
  return kept
    .join('\n')
    .split(/\n[^\S\n]*\n/)
    .filter((block) => block.trim() !== '')
}

const readText = ({ format, text }: TextFormat) =>
  format === 'html' || /<\/?(?:p|b|i|br|em|strong|span|su[bp]|div)\b/i.test(text) ? toPlainText(text) : text

const empty = { question: '', options: [], correct: [] }

function readQuestion(found: GIFTQuestion | undefined): Omit<ProductQuestion, 'number'> {
  if (found?.type === 'TF') return { ...empty, leftOut: 'trueOrFalse' }
  if (found?.type !== 'MC') return { ...empty, leftOut: 'kind' }
  const { stem, choices, globalFeedback } = found
  const isPartial = choices.some(({ weight }) => weight !== null && weight > 0 && weight < 100)
  const options = choices.map(({ text }) => readText(text))
  const correct = choices.flatMap(({ isCorrect, weight }, at) => (isCorrect || weight === 100 ? [at] : []))
  const isPictured = [stem, ...choices.map(({ text }) => text)].some(({ text }) => hasMedia(text))
  const leftOut = isPictured ? 'picture' : isPartial ? 'answers' : undefined
  const explanation = globalFeedback ? readText(globalFeedback) : ''
  return { question: readText(stem), options, correct, explanation, leftOut }
}

/** Reads the questions. An unreadable block does not stop the others. */
export function readGift(text: string): ProductQuestion[] {
  return splitBlocks(text).map((block, at) => {
    try {
      return { number: at + 1, ...readQuestion(parse(block)[0]) }
    } catch {
      return { number: at + 1, ...empty, leftOut: 'unreadable' }
    }
  })
}
