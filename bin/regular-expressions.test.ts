// No pattern literal on the server nests one unlimited repetition in another. This can take exponential time, because there are
// more ways to split a text than can be tried.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Patterns with such a repetition where a text can be split in only one way, each with the reason. */
const allowed: Record<string, string> = {
  '^(?:[a-z0-9-]+\\.)+paystack\\.(?:com|co)$': 'each turn ends with a dot, which its inner part cannot contain',
}

const unlimited = /^(?:[*+]|\{\d+,\})/

/** Returns whether a group in a pattern may repeat without limit and contains a part that may too. */
function nestsRepetitions(pattern: string): boolean {
  // For each open group: whether something in it repeats without limit.
  const open = [false]
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at + 1)
    const character = pattern[at]
    if (character === '\\') at += /^[pPu]\{/.test(rest) ? rest.indexOf('}') + 1 : 1
    else if (character === '[') at += findClassEnd(rest)
    else if (character === '(') open.push(false)
    else if (unlimited.test(pattern.slice(at))) open[open.length - 1] = true
    else if (character === ')') {
      const repeatsInside = open.pop() ?? false
      if (repeatsInside && unlimited.test(rest)) return true
      if (repeatsInside) open[open.length - 1] = true
    }
  }
  return false
}

/** Returns the number of characters up to and including the closing bracket of a character class. */
const findClassEnd = (rest: string) => /^(?:\\.|[^\]\\])*\]/su.exec(rest)?.[0].length ?? rest.length

/** Returns the patterns of a file. */
function findPatterns(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8')
  // Parsing takes most of the time, and few files contain a pattern.
  if (!/[(=,:?&|![{}>\s]\/[^/*\s]/.test(code)) return []
  const patterns: string[] = []
  JSON.stringify(parseAst(code, { lang: 'ts' }), (_, node: unknown) => {
    const regex: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, 'regex') : undefined
    if (typeof regex === 'object' && regex !== null) patterns.push(String(Reflect.get(regex, 'pattern')))
    return typeof node === 'bigint' ? '' : node
  })
  return patterns
}

it.each([
  ['(a+)+', true],
  ['(?:a*b?)*', true],
  ['((a{2,})c)*', true],
  ['^(([a-z])+.)+[A-Z]', true],
  ['(a+)?', false],
  ['(a{1,9})+', false],
  ['(a)+b+', false],
  ['([+*]a)+', false],
  ['(\\+a)+', false],
  ['(\\p{L}a)+', false],
])('finds nested repetitions: %s %s', (pattern, expected) => {
  expect(nestsRepetitions(pattern)).toBe(expected)
})

it('W-18 no literal pattern of the server or the contract nests unlimited repetitions', () => {
  const files = globSync('{contract,server}/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const patterns = files.flatMap(findPatterns)
  expect(patterns.length).toBeGreaterThan(120)
  expect([...new Set(patterns.filter(nestsRepetitions))].toSorted()).toEqual(Object.keys(allowed).toSorted())
})
