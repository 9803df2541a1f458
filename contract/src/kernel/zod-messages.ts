// What a person reads where a schema has no sentence of its own, in place of zod's. Server and browser set it as zod's
// `customError`.
import type { z } from 'zod'
import { commonText } from './common-text.ts'

type Issue = z.core.$ZodRawIssue

/** Returns the sentence for an issue of a schema: 'Username is required', 'Limit cannot be more than 100'. */
export function describeIssue(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return commonText.fieldNotExpected
  const name = nameField(issue.path)
  if (name === undefined) return commonText.checkInput
  if (isMissing(issue)) return `${name} is required`
  if (issue.code === 'too_small') return `${name} ${describeLimit(issue.origin, Number(issue.minimum), 'at least')}`
  if (issue.code === 'too_big') return `${name} ${describeLimit(issue.origin, Number(issue.maximum), 'at most')}`
  return `Please check this field: ${name}.`
}

function isMissing({ code, input, ...issue }: Issue): boolean {
  if (input === undefined || input === null) return true
  return code === 'too_small' && input === '' && issue['minimum'] === 1
}

function describeLimit(origin: string, limit: number, bound: 'at least' | 'at most'): string {
  if (origin === 'string') return `must have ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  return `must be ${bound} ${limit}`
}

/** Returns the name of a field in words: 'guardianEmail' becomes 'Guardian email'. Undefined for the whole input. */
function nameField(path: Issue['path']): string | undefined {
  const field = path?.findLast((part) => typeof part === 'string')
  if (field === undefined) return undefined
  const words = field
    .replace(/^_+/, '')
    .replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
