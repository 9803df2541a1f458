// Lets the bundler place each declaration of the contract and the app separately. It places whole modules, so otherwise an admin component
// would be in a student script just because both are in the same file.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, type ESTree, type Plugin } from 'vite'
import { findCycle } from './chunk-groups.ts'
import { makeLean } from './lean-endpoints.ts'
import { splitTexts, useSentences } from './split-texts.ts'

const contractFolder = fileURLToPath(new URL('../contract/src/', import.meta.url))
const PART = '?part='
/** The other files are mostly used as a whole, and their parts would be a few bytes each. */
const splitFiles =
  /\/contract\/src\/(?!kernel\/(?!days|languages)|api\.ts).+\.ts$|\/web\/app\/(?!offline\/|quiz\/quiz-score|videos\/downloads\/(?!text\.)).+\.tsx?$/

/** A module: its source, and what each statement declares. */
export type Module = {
  file: string
  source: string
  program: ESTree.Program
  declared: ReadonlyMap<string, ESTree.Span>
}
type ReadModule = (file: string) => Module

/** In builds of the app, splits modules that only declare things into their declarations. */
export function splitDeclarations(): Plugin {
  const modules = new Map<string, Module>()
  const texts = new Map<string, ReturnType<typeof splitTexts>>()
  const readTexts = (file: string) => {
    const split = texts.get(file) ?? readSplitTexts(file)
    texts.set(file, split)
    return split
  }
  const withSentences = (file: string, source: string) =>
    useSentences(file, source, (specifier) => {
      const target = specifier === undefined ? file : resolve(file, specifier)
      return target === undefined ? undefined : readTexts(target).sentences
    })
  const read = (file: string) => {
    const module = modules.get(file) ?? parseModule(file, withSentences(file, readTexts(file).source))
    modules.set(file, module)
    return module
  }
  return {
    name: 'split-declarations',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    enforce: 'pre',
    resolveId: { filter: { id: /\/.+\?part=/ }, handler: (id) => id },
    load: {
      filter: { id: /\/(contract\/src|web\/app)\/.+\.tsx?(\?part=.+)?$/ },
      handler(id) {
        const [file = '', part] = id.split(PART)
        const module = read(file)
        if (module.declared.size === 0 && !file.startsWith(contractFolder)) return null
        const code = part === undefined ? writeWhole(module, read) : writePart(module, part, read)
        return { code, moduleType: file.endsWith('x') ? 'tsx' : 'ts', moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: /\/web\/.+\.tsx?(\?(?!part=)|$)/, code: /@baobab\/contract\/|from '\./ },
      handler(code, id) {
        const file = id.replace(/\?.*/, '')
        return { code: splitImports(file, withSentences(file, code), read), map: null }
      },
    },
    buildEnd() {
      const parts = [...this.getModuleIds()].filter((id) => id.includes(PART))
      const imports = new Map(parts.map((id) => [id, this.getModuleInfo(id)?.importedIds ?? []]))
      const cycle = findCycle(imports)
      if (cycle)
        this.error(`These declarations use each other, so that one runs before what it needs: ${cycle.join(', ')}`)
    },
  }
}

/** Returns a module's source, with its texts split if the module itself is. */
function readSplitTexts(file: string): ReturnType<typeof splitTexts> {
  const source = readDeclarations(file)
  const split = splitTexts(file, source)
  return parseModule(file, split.source).declared.size > 0 ? split : { source, sentences: new Map() }
}

/** Returns a module's source as browsers get it. */
function readDeclarations(file: string): string {
  const source = readFileSync(file, 'utf8')
  return file.startsWith(contractFolder) ? makeLean(file, source) : source
}

/**
 * Reads the names that a module declares. Returns none if the module does more than declare one name per statement, such as a page, which
 * has a default export, or a module that keeps state in a variable.
 */
export function parseModule(file: string, source: string): Module {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const names = program.body.flatMap((statement) => {
    const declaration = (statement.type === 'ExportNamedDeclaration' && statement.declaration) || statement
    if (declaration.type.startsWith('TS')) return []
    if (declaration.type === 'ImportDeclaration')
      return declaration.specifiers.length > 0 ? [] : [[undefined, statement] as const]
    if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
      return [[declaration.id?.name, statement] as const]
    const isConstant = declaration.type === 'VariableDeclaration' && declaration.kind === 'const'
    const [only, ...others] = isConstant ? declaration.declarations : []
    const name = only?.id.type === 'Identifier' && others.length === 0 ? only.id.name : undefined
    return [[name, statement] as const]
  })
  const declared = new Map(names.flatMap(([name, statement]) => (name ? [[name, statement] as const] : [])))
  const isSplit = splitFiles.test(file) && declared.size === names.length
  return { file, source, program, declared: isSplit ? declared : new Map() }
}

/** Returns a module that declares one name from another module, and imports what the declaration uses. */
export function writePart(module: Module, name: string, read: ReadModule): string {
  const statement = module.declared.get(name)
  if (!statement) throw new Error(`${module.file} does not declare ${name} in a statement of its own.`)
  const used = new Set<string>()
  collectNames(statement, used)
  used.delete(name)
  const ofModule = [...used].filter((one) => module.declared.has(one))
  const imports = module.program.body
    .filter((one) => one.type === 'ImportDeclaration')
    .map((one) => writeImports(one, module, read, used))
    .filter(Boolean)
  const text = module.source.slice(statement.start, statement.end).replace(/^export /, '')
  return [
    ...ofModule.map((one) => `import { ${one} } from ${quote(module.file + PART + one)}`),
    ...imports,
    `export ${text}`,
  ].join('\n')
}

/** Returns a module for importers that use all of it, with `import()` or `import *`. */
function writeWhole(module: Module, read: ReadModule): string {
  if (module.declared.size === 0) return splitImports(module.file, module.source, read)
  return [...module.declared]
    .filter(([, { start }]) => module.source.startsWith('export ', start))
    .map(([name]) => `export { ${name} } from ${quote(module.file + PART + name)}`)
    .join('\n')
}

/** Returns the source of a module that imports parts instead of the modules that declare them. */
export function splitImports(file: string, source: string, read: ReadModule): string {
  const module = parseModule(file, source)
  return module.program.body
    .filter((one) => one.type === 'ImportDeclaration')
    .toReversed()
    .reduce((text, one) => text.slice(0, one.start) + writeImports(one, module, read) + text.slice(one.end), source)
}

/**
 * Writes an import with one statement for each name, without types. Imports from modules that are not split stay.
 * @param used the names to import; all if omitted
 */
function writeImports(
  { source, specifiers, importKind, start, end }: ESTree.ImportDeclaration,
  { file, source: text }: Module,
  read: ReadModule,
  used?: ReadonlySet<string>,
): string {
  if (importKind === 'type') return ''
  const target = resolve(file, source.value)
  const parts = target === undefined ? undefined : read(target).declared
  if (!used && !parts?.size) return text.slice(start, end)
  const from = target ?? source.value
  return specifiers
    .filter(({ local }) => !used || used.has(local.name))
    .flatMap((one) => {
      if (one.type === 'ImportNamespaceSpecifier') return [`import * as ${one.local.name} from ${quote(from)}`]
      if (one.type === 'ImportDefaultSpecifier') return [`import ${one.local.name} from ${quote(from)}`]
      if (one.importKind === 'type') return []
      const name = one.imported.type === 'Identifier' ? one.imported.name : one.imported.value
      return [`import { ${name} as ${one.local.name} } from ${quote(from + (parts?.has(name) ? PART + name : ''))}`]
    })
    .join('; ')
}

/** Returns the file that a specifier refers to if it may be a split one. */
function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('@baobab/contract/')) return contractFolder + specifier.slice('@baobab/contract/'.length)
  const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : ''
  return splitFiles.test(target) || target.startsWith(contractFolder) ? target : undefined
}

/** Quotes a module's path, which may contain any character. */
const quote = (path: string) => JSON.stringify(path)

/** Adds the names that a statement uses: all identifiers except property names, types and HTML elements. */
function collectNames(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) for (const one of node) collectNames(one, names)
  if (typeof node !== 'object' || node === null || !('type' in node)) return
  const { type, ...children } = node as { type: string } & Record<string, unknown>
  if (type === 'Identifier') names.add(String(children['name']))
  if (type === 'JSXIdentifier' && /^[A-Z]/.test(String(children['name']))) names.add(String(children['name']))
  const isTyped = /^TS(As|Satisfies|NonNull)Expression$/.test(type)
  if (type.startsWith('TS')) return isTyped ? collectNames(children['expression'], names) : undefined
  for (const [key, child] of Object.entries(children))
    if (children['computed'] !== false || (key !== 'key' && key !== 'property')) collectNames(child, names)
}
