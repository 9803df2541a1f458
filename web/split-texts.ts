// Turns each sentence into a constant, so that the bundler can place it separately: a page's script then has only the sentences
// that it shows, not those of all pages that share a text object.
import { parseSync, type ESTree } from 'vite'

/** The sentences of a module's text objects: their names by the object's name. */
export type Sentences = ReadonlyMap<string, ReadonlySet<string>>
type Edit = ESTree.Span & { text: string }

/** Not split: admin pages and the pages about draws share so many sentences that they would need many more scripts. */
const textFiles = /\/(?!admin\/)[\w-]+(?<!\/scholarship)\/text\.ts$/

/** The name of the constant for a sentence. */
const nameOf = (object: string, sentence: string) => `${object}$${sentence}`

/** Returns the source of a module with a constant for each sentence of its text objects, which consist of these constants. */
export function splitTexts(file: string, source: string): { source: string; sentences: Sentences } {
  const edits: Edit[] = []
  const sentences = new Map<string, Set<string>>()
  for (const statement of textFiles.test(file) ? parse(file, source).body : []) {
    const text = readText(statement)
    if (!text) continue
    sentences.set(text.name, new Set(text.properties.keys()))
    const constants = [...text.properties].map(
      ([name, { start, end }]) => `export const ${nameOf(text.name, name)} = ${source.slice(start, end)}`,
    )
    const properties = [...text.properties.keys()].map((name) => `${name}: ${nameOf(text.name, name)}`)
    edits.push({ start: statement.start, end: statement.start, text: `${constants.join('\n')}\n` })
    edits.push({ start: text.start, end: text.end, text: `{ ${properties.join(', ')} }` })
  }
  return { source: apply(edits, source), sentences }
}

/** Returns an exported text object: the values of its properties by name. Undefined for anything else, such as one with a spread. */
function readText(statement: ESTree.Statement | ESTree.Directive) {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
  const [only] = declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
  const value = only?.init && withoutType(only.init)
  if (only?.id.type !== 'Identifier' || value?.type !== 'ObjectExpression') return undefined
  const properties = value.properties.flatMap((one) =>
    one.type === 'Property' && one.kind === 'init' && !one.method && !one.computed && one.key.type === 'Identifier'
      ? [[one.key.name, one.value] as const]
      : [],
  )
  if (properties.length < value.properties.length) return undefined
  return { name: only.id.name, start: value.start, end: value.end, properties: new Map(properties) }
}

const withoutType = (value: ESTree.Expression): ESTree.Expression =>
  value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression' ? withoutType(value.expression) : value

/**
 * Returns the source of a module that uses single sentences instead of the text objects that have them.
 * @param find returns the sentences of an imported module, or of this one for undefined
 */
export function useSentences(
  file: string,
  source: string,
  find: (specifier: string | undefined) => Sentences | undefined,
): string {
  const program = parse(file, source)
  const edits = [...(find(undefined) ?? [])].flatMap(([name, sentences]) => listUses(program, name, sentences).edits)
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue
    const sentences = find(statement.source.value)
    if (!sentences?.size) continue
    const specifiers = statement.specifiers.flatMap((one) => {
      const written = source.slice(one.start, one.end)
      if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier')
        throw new Error(`${file}: import the texts of ${statement.source.value} by their names.`)
      const ofText = sentences.get(one.imported.name)
      if (!ofText) return [written]
      const { used, isWholeUsed, edits: uses } = listUses(program, one.local.name, ofText)
      edits.push(...uses)
      const { name } = one.imported
      const constants = [...used].map((sentence) => `${nameOf(name, sentence)} as ${nameOf(one.local.name, sentence)}`)
      return isWholeUsed ? [written, ...constants] : constants
    })
    const { start, end } = statement
    const text = `import { ${specifiers.join(', ')} } from ${JSON.stringify(statement.source.value)}`
    edits.push({ start, end, text: specifiers.length > 0 ? text : '' })
  }
  return apply(edits, source)
}

type Uses = { edits: Edit[]; used: Set<string>; isWholeUsed: boolean }

/** Lists where a module reads single sentences of a text object. If another variable has its name, all of it counts as used. */
function listUses(program: ESTree.Program, text: string, sentences: ReadonlySet<string>): Uses {
  const uses: Uses = { edits: [], used: new Set(), isWholeUsed: false }
  let bindings = 0
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null || !('type' in node)) return undefined
    const one = node as ESTree.Node
    if (one.type === 'ImportDeclaration') return undefined
    if (one.type === 'MemberExpression' && !one.computed && !one.optional) {
      const [object, property] = [one.object, one.property]
      const isOfText = object.type === 'Identifier' && object.name === text && property.type === 'Identifier'
      if (isOfText && sentences.has(property.name)) {
        uses.used.add(property.name)
        uses.edits.push({ start: one.start, end: one.end, text: nameOf(text, property.name) })
        return undefined
      }
      return visit(object)
    }
    if (one.type === 'Identifier' || one.type === 'JSXIdentifier') {
      if (one.name === text) uses.isWholeUsed = true
      return undefined
    }
    // A script has no types, but it keeps the expression in `text.title as string`.
    if (/^TS(As|Satisfies|NonNull)Expression$/.test(one.type) && 'expression' in one) return visit(one.expression)
    if (one.type.startsWith('TS')) return undefined
    if (one.type === 'Property' && !one.computed) return visit(one.value)
    for (const bound of listBound(one)) bindings += countNames(bound, text)
    return Object.values(one).forEach(visit)
  }
  visit(program)
  const isOwn = program.body.some((one) => readText(one)?.name === text)
  return bindings > (isOwn ? 1 : 0) ? { edits: [], used: new Set(), isWholeUsed: true } : uses
}

/** Returns the patterns in which a node binds variables. */
function listBound(node: ESTree.Node): unknown[] {
  if (node.type === 'VariableDeclarator') return [node.id]
  if ('params' in node) return [node.params, 'id' in node && node.id]
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return [node.id]
  return node.type === 'CatchClause' ? [node.param] : []
}

function countNames(pattern: unknown, name: string): number {
  if (Array.isArray(pattern)) return pattern.reduce((sum: number, one) => sum + countNames(one, name), 0)
  if (typeof pattern !== 'object' || pattern === null) return 0
  if ('type' in pattern && pattern.type === 'Identifier' && 'name' in pattern && pattern.name === name) return 1
  return Object.values(pattern).reduce((sum: number, one) => sum + countNames(one, name), 0)
}

function parse(file: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return program
}

function apply(edits: readonly Edit[], source: string): string {
  return edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end), source)
}
