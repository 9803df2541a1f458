import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseModule, splitImports, writePart } from './split-declarations.ts'
import { splitTexts, useSentences } from './split-texts.ts'

const app = fileURLToPath(new URL('app/', import.meta.url))
const textFile = `${app}videos/text.ts`
const textModule = `import { unit } from './units.ts'
const hint = 'Tap once.'
export const text = {
  title: 'Videos',
  hint,
  size: (bytes: number) => \`\${text.title}: \${bytes} \${unit}\`,
  parts: { one: 'First' },
} as const
export const labels = { ...text, other: 'Other' }
export const kinds = { 'a-b': 'A' }`

const split = splitTexts(textFile, textModule)
const find = (specifier: string | undefined) => (specifier?.endsWith('units.ts') ? undefined : split.sentences)
const written = useSentences(textFile, split.source, find)
const ofPage = (source: string) =>
  useSentences(`${app}videos/page.tsx`, source, (from) => (from ? find(from) : undefined))

describe('a text object', () => {
  it('consists of a constant for each sentence', () => {
    expect([...split.sentences]).toEqual([['text', new Set(['title', 'hint', 'size', 'parts'])]])
    expect(split.source).toContain("export const text$title = 'Videos'\nexport const text$hint = hint\n")
    expect(split.source).toContain(
      'export const text = { title: text$title, hint: text$hint, size: text$size, parts: text$parts } as const',
    )
  })

  it('lets a sentence use another one of its module', () => {
    expect(written).toContain('`${text$title}: ${bytes} ${unit}`')
    expect(written).toContain('{ ...text, other')
  })

  it('lets each sentence be a module of its own', () => {
    const module = parseModule(textFile, written)
    const read = (file: string) => (file === textFile ? module : parseModule(file, 'export const unit = 1'))
    const size = writePart(module, 'text$size', read)
    expect(size).toContain(`import { text$title } from "${textFile}?part=text$title"`)
    expect(size).not.toContain('hint')
    const page = ofPage("import { text } from './text.ts'\nexport const a = text.hint")
    expect(splitImports(`${app}videos/page.tsx`, page, read)).toBe(
      `import { text$hint as text$hint } from "${textFile}?part=text$hint"\nexport const a = text$hint`,
    )
  })

  it.each(['admin/text.ts', 'rules.ts', '../scholarship/text.ts'])('stays whole in %s', (file) => {
    expect(splitTexts(`${app}videos/${file}`, textModule)).toEqual({ source: textModule, sentences: new Map() })
  })
})

describe('a module that uses a text object', () => {
  it('imports the sentences that it uses, by the name that it gives the object', () => {
    expect(
      ofPage("import { text as own, labels } from './text.ts'\nconst a = [own.title, own.parts.one, labels.other]"),
    ).toBe(
      'import { text$title as own$title, text$parts as own$parts, labels } from "./text.ts"\nconst a = [own$title, own$parts.one, labels.other]',
    )
  })

  it.each(['text[key]', 'show(text)', '({ text })', 'text?.title', '<Part {...text} />'])(
    'also imports the whole object for %s',
    (use) => {
      const page = ofPage(`import { text } from './text.ts'\nconst a = ${use}, b = text.title`)
      expect(page).toContain('import { text, text$title as text$title } from "./text.ts"')
      expect(page).toContain(`const a = ${use}, b = text$title`)
    },
  )

  it.each([
    '(text: Node) => text.title',
    'list.map(({ text }) => text.title)',
    '() => { const text = read(); return text.title }',
    'function text() { return text.title }',
    'class text { name = text.title }',
  ])('stays as it is if another variable has its name: %s', (use) => {
    const page = ofPage(`import { text } from './text.ts'\nconst a = ${use}, b = text.title`)
    expect(page).toBe(`import { text } from "./text.ts"\nconst a = ${use}, b = text.title`)
  })

  it('imports nothing for types', () => {
    expect(ofPage("import { text } from './text.ts'\ntype Key = keyof typeof text")).toBe(
      '\ntype Key = keyof typeof text',
    )
  })

  it('does not mistake other names for it', () => {
    const page = "import { text } from './text.ts'\nconst a = { text: row.text.title }"
    expect(ofPage(page)).toBe('\nconst a = { text: row.text.title }')
  })
})
