import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makeLean } from './lean-endpoints.ts'
import { parseModule, splitImports, writePart } from './split-declarations.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}contract/src/`
const text = `${folder}quiz/text.ts`
const sources: Record<string, string> = {
  [text]: `import * as mini from 'zod/mini'
import { POINTS, type Points } from './rules.ts'
import { cleanText as clean } from '../kernel/text.ts'
import type { Kind } from './endpoints.ts'

export type Label = Record<Kind, string>
/** What an admin reads. */
const hint = { POINTS: 'points' }
export const label = { text: hint.POINTS, value: POINTS satisfies Points } as Label
export function explain(points: Points): string {
  return clean(label.text + points)
}
export const Form = mini.object({ hint: mini.string() })`,
  [`${folder}quiz/rules.ts`]: 'export const POINTS = 10\nexport type Points = number',
  [`${folder}quiz/whole.ts`]: 'const [first, ...others] = [1, 2]\nexport const all = [first, others]',
  [`${folder}kernel/text.ts`]: 'export const cleanText = (text: string) => text.trim()',
}
const page = `${root}web/app/quiz/parts.tsx`
const readPage = (source: string) => parseModule(page, source)
const read = (file: string) => parseModule(file, sources[file] ?? '')
const part = (name: string) => writePart(read(text), name, read).trim().split('\n')

describe('a contract declaration', () => {
  it('imports what it uses: declarations in its own module and in others', () => {
    expect(part('label')).toEqual([
      `import { hint } from "${text}?part=hint"`,
      `import { POINTS as POINTS } from "${folder}quiz/rules.ts?part=POINTS"`,
      'export const label = { text: hint.POINTS, value: POINTS satisfies Points } as Label',
    ])
    expect(part('explain').slice(0, 2)).toEqual([
      `import { label } from "${text}?part=label"`,
      `import { cleanText as clean } from "${folder}kernel/text.ts"`,
    ])
  })

  it('imports no package because of a property name, and nothing for types', () => {
    expect(part('hint')).toEqual(["export const hint = { POINTS: 'points' }"])
    expect(part('Form')).toEqual([
      'import * as mini from "zod/mini"',
      'export const Form = mini.object({ hint: mini.string() })',
    ])
  })

  it('is mentioned in the error if it does not exist', () => {
    expect(() => part('title')).toThrow('quiz/text.ts does not declare title')
  })
})

describe('an app declaration', () => {
  it('imports the components that it shows', () => {
    const module = readPage(`import { Card, text } from './card.tsx'
const Row = () => <Card.Head />
export const Rows = () => <text Card={1}><Row /></text>`)
    const folder = dirname(page)
    expect(writePart(module, 'Rows', read).split('\n')[0]).toBe(`import { Row } from "${page}?part=Row"`)
    expect(writePart(module, 'Row', read)).toContain(`import { Card as Card } from "${folder}/card.tsx"`)
    expect(writePart(module, 'Rows', read)).not.toContain('text as text')
  })

  it.each(['let count = 0', "import './card.css'", 'export default count', 'count()'])('stays with %s', (statement) => {
    expect(readPage('export const count = () => 1').declared.size).toBe(1)
    expect(readPage(`${statement}\nexport const count = () => 1`).declared.size).toBe(0)
  })
})

describe('a module that imports a contract module', () => {
  const split = (source: string) => splitImports('/web/app/quiz/page.tsx', source, read)

  it('imports each declaration separately, and no types', () => {
    expect(
      split(`import { label, explain as tell, type Label } from '@baobab/contract/quiz/text.ts'
import { useState } from 'react'
tell(label)`),
    ).toBe(`import { label as label } from "${text}?part=label"; import { explain as tell } from "${text}?part=explain"
import { useState } from 'react'
tell(label)`)
  })

  it('imports a module that cannot be split unchanged', () => {
    const source = "import { all } from '@baobab/contract/quiz/whole.ts'"
    expect(split(source)).toBe(source)
  })
})

it('every module of a feature is split, except the one that sets up a library before it declares anything', () => {
  const files = globSync('!(kernel)/**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
  expect(files.length).toBeGreaterThan(50)
  const isWhole = (file: string) => {
    const source = readFileSync(folder + file, 'utf8')
    return parseModule(folder + file, makeLean(file, source)).declared.size === 0
  }
  expect(files.filter(isWhole)).toEqual(['scholarship/draw/order.ts'])
})
