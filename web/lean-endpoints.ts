import { callerFields } from '@baobab/contract/kernel/endpoint.ts'
import { parseSync, type ESTree, type Plugin } from 'vite'
import { writeLeanPages } from './lean-pages.ts'

type Edit = { start: number; end: number; text: string }
type Constants = Map<string, ESTree.Expression>

/**
 * Removes from the contract what browsers do not need. From an endpoint, that is everything except `callerFields`, including schemas that
 * only the server checks; from the page table, what only the build reads. A page calls a few endpoints out of two hundred.
 */
export function leanEndpoints(): Plugin {
  return {
    name: 'lean-endpoints',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w/-]+\.ts$/ },
      handler: (code, id) => ({
        code: id.endsWith('/kernel/page-table.ts') ? writeLeanPages() : makeLean(id, code),
        map: null,
        moduleSideEffects: false,
      }),
    },
  }
}

/**
 * Returns the source of a contract module for browsers, with every line in its original place.
 *
 * Its constants are marked as free of side effects, so that the bundler drops unused ones: contract modules only declare things. Throws if
 * it cannot tell what a declaration contains.
 */
export function makeLean(file: string, source: string): string {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const constants = listConstants(program)
  const edits = new Map<number, Edit>()
  const keep = (object: ESTree.ObjectExpression, { start, end }: ESTree.Span) => {
    for (const property of object.properties) if (property.type === 'SpreadElement') keepInSpread(property.argument)
    edits.set(start, { start, end, text: writeCallerFields(object, source.slice(start, end), source) })
  }
  const keepInSpread = (argument: ESTree.Expression) => {
    const object = findSpreadObject(argument, constants)
    if (!object) throw new Error(`${file}: cannot tell what ...${textOf(argument, source)} adds to an endpoint.`)
    keep(object, object)
  }
  for (const value of constants.values()) {
    if (!isEndpoint(value)) continue
    const [declaration] = value.arguments
    if (declaration?.type !== 'ObjectExpression') throw new Error(`${file}: endpoint() takes an object literal.`)
    keep(declaration, value)
  }
  for (const value of constants.values())
    if (!edits.has(value.start) && mayHaveSideEffects(value)) {
      const { start, end } = value
      edits.set(start, { start, end, text: markPure(`(${textOf(value, source)})`) })
    }
  return apply([...edits.values()], source)
}

/** Lists the values of all top-level constants by name. */
function listConstants(program: ESTree.Program): Constants {
  const statements = program.body.map((one) => ('declaration' in one && one.declaration ? one.declaration : one))
  return new Map(
    statements.flatMap((one) =>
      one.type === 'VariableDeclaration' && one.kind === 'const'
        ? one.declarations.flatMap(({ id, init }) => (init && id.type === 'Identifier' ? [[id.name, init]] : []))
        : [],
    ),
  )
}

function isEndpoint(value: ESTree.Expression): value is ESTree.CallExpression {
  return value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'endpoint'
}

/** Returns the object that a declaration spreads: a constant, or the result of one of the module's functions. */
function findSpreadObject(argument: ESTree.Expression, constants: Constants): ESTree.ObjectExpression | undefined {
  const named = argument.type === 'CallExpression' ? argument.callee : argument
  const value = named.type === 'Identifier' ? constants.get(named.name) : undefined
  const object = value?.type === 'ArrowFunctionExpression' && value.body.type !== 'BlockStatement' ? value.body : value
  const plain = object && withoutTypes(object)
  return plain?.type === 'ObjectExpression' ? plain : undefined
}

function withoutTypes(value: ESTree.Expression): ESTree.Expression {
  const isWrapped = value.type === 'TSAsExpression' || value.type === 'ParenthesizedExpression'
  return isWrapped ? withoutTypes(value.expression) : value
}

/** Returns an object literal with only the caller's fields, and as many line breaks as the text that it replaces. */
function writeCallerFields({ properties }: ESTree.ObjectExpression, replaced: string, source: string): string {
  const kept = properties.filter((one) => one.type === 'SpreadElement' || isCallerField(one.key, source))
  const text = kept.map((one) => textOf(one, source)).join(', ')
  const object = `({ ${text}${'\n'.repeat(countLines(replaced) - countLines(text))} })`
  return kept.some((one) => one.type === 'SpreadElement') ? markPure(object) : object
}

/** Returns an expression that the bundler drops if nothing uses its value. */
function markPure(expression: string): string {
  return `/* @__PURE__ */ (() => ${expression})()`
}

function isCallerField(key: ESTree.PropertyKey, source: string): boolean {
  const names: readonly string[] = callerFields
  return names.includes(textOf(key, source))
}

/** Whether the bundler could not drop an unused value on its own: a call, or a read that may be a getter. */
function mayHaveSideEffects(node: object): boolean {
  const type = 'type' in node ? String(node.type) : ''
  if (type.endsWith('FunctionExpression')) return false
  if (/^(Call|New|Member|TaggedTemplate)Expression$|^SpreadElement$/.test(type)) return true
  return Object.values(node)
    .flat()
    .some((child) => typeof child === 'object' && child !== null && mayHaveSideEffects(child as object))
}

const textOf = ({ start, end }: ESTree.Span, source: string) => source.slice(start, end)
const countLines = (text: string) => text.split('\n').length - 1

function apply(edits: readonly Edit[], source: string): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end), source)
}
