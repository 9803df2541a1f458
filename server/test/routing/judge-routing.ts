// Judges whether Citus could send a statement to the node of one student. It reads the statement as PostgreSQL parses it, and
// does not know what else Citus supports.
import { parseSync } from 'libpg-query'

/** The tables distributed by student, with all columns of each in order, and the name of the column with the student. */
export type DistributedTables = ReadonlyMap<string, { columns: readonly string[]; by: string }>

export type Routing = {
  /** The distributed tables it reads or writes. */
  tables: string[]
  /** Those of them that are not limited to known students. */
  unlimited: string[]
  /** Whether all others are limited to one and the same student; otherwise they are limited to a list of students. */
  isOfOne: boolean
}

type Node = Readonly<Record<string, unknown>>
/** A table or subquery in one query, as its columns are found in conditions. */
type Source = { id: number; table?: string; columns: readonly string[] | undefined }
/** A column that a query returns, and what it is equal to. */
type Output = { name: string; key: string | undefined }
type Scope = { sources: Map<string, Source>; parent: Scope | undefined; ctes: ReadonlySet<string> }

/** Stands for a list of students. */
const LIST = '=list'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const toNode = (value: unknown): Node => (isNode(value) ? value : {})
const toNodes = (value: unknown): Node[] => (Array.isArray(value) ? value.map(toNode) : [])
/** Unwraps a node of the parser's format, `{ Kind: { … } }`. */
const unwrap = (node: unknown, kind: string): Node | undefined => {
  const inner = toNode(node)[kind]
  return isNode(inner) ? inner : undefined
}
const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const text = (node: unknown): string => toText(unwrap(node, 'String')?.['sval']) ?? ''

/**
 * Judges a statement.
 * @param values its parameters, so that the same student in two of them is recognised
 */
export function judgeRouting(statement: string, values: readonly unknown[], distributed: DistributedTables): Routing {
  const judge = new Judge(values, distributed)
  for (const { stmt } of parseSync(statement).stmts ?? []) judge.visit(toNode(stmt), undefined)
  return judge.conclude()
}

/** Collects what is equal to what, over all levels of a statement. */
class Judge {
  readonly #values: readonly unknown[]
  readonly #distributed: DistributedTables
  readonly #parents = new Map<string, string>()
  readonly #found: { table: string; key: string }[] = []
  #lastId = 0

  constructor(values: readonly unknown[], distributed: DistributedTables) {
    this.#values = values
    this.#distributed = distributed
  }

  conclude(): Routing {
    const students = new Set<string>()
    const unlimited = this.#found.flatMap(({ table, key }) => {
      const own = this.#listConstants(key)
      for (const one of own) students.add(one)
      return own.length === 0 ? [table] : []
    })
    const names = (some: readonly string[]) => [...new Set(some)].toSorted()
    return {
      tables: names(this.#found.map(({ table }) => table)),
      unlimited: names(unlimited),
      isOfOne: students.size <= 1 && !students.has(LIST),
    }
  }

  #listConstants(key: string): string[] {
    const root = this.#find(key)
    return [...this.#parents.keys()].filter((other) => other.startsWith('=') && this.#find(other) === root)
  }

  #find(key: string): string {
    const parent = this.#parents.get(key)
    if (parent === undefined) this.#parents.set(key, key)
    return parent === undefined || parent === key ? key : this.#find(parent)
  }

  #unite(one: string | undefined, other: string | undefined): void {
    if (one !== undefined && other !== undefined) this.#parents.set(this.#find(one), this.#find(other))
  }

  /** Visits everything below a node, and each query in it as a level of its own. */
  visit(node: unknown, scope: Scope | undefined): void {
    if (Array.isArray(node)) for (const one of node) this.visit(one, scope)
    if (!isNode(node)) return
    for (const [kind, inner] of Object.entries(node)) {
      if (/^(Select|Insert|Update|Delete)Stmt$/.test(kind)) this.#visitQuery(kind, toNode(inner), scope)
      // The arms of a set operation, and the query of a CTE, have no wrapper that names them.
      else this.visit(inner, scope)
    }
  }

  /** @returns its columns in order, if it is a plain query */
  #visitQuery(kind: string, query: Node, parent: Scope | undefined): Output[] {
    const ctes = toNodes(toNode(query['withClause'])['ctes']).map((node) => unwrap(node, 'CommonTableExpr') ?? {})
    const names = new Set([...(parent?.ctes ?? []), ...ctes.map(({ ctename }) => toText(ctename) ?? '')])
    const scope: Scope = { sources: new Map(), parent, ctes: names }
    // A CTE is a query of its own: Citus runs it first, and puts its rows in the place of its name.
    for (const { ctequery } of ctes) this.visit(ctequery, { sources: new Map(), parent: undefined, ctes: names })
    if (query['larg'] !== undefined || query['rarg'] !== undefined) {
      for (const arm of [query['larg'], query['rarg']]) this.#visitQuery('SelectStmt', toNode(arm), scope)
      return []
    }
    const target = kind === 'SelectStmt' ? undefined : this.#addTable(toNode(query['relation']), scope)
    for (const item of [...toNodes(query['fromClause']), ...toNodes(query['usingClause'])]) this.#addItem(item, scope)
    this.#addConditions(query['whereClause'], scope)
    if (kind === 'InsertStmt' && target) this.#addInserted(query, target, scope)
    const { withClause: _w, fromClause: _f, usingClause: _u, relation: _r, selectStmt: _s, ...rest } = query
    this.visit(Object.values(rest), scope)
    return this.#listOutputs(query, scope)
  }

  #listOutputs(query: Node, scope: Scope): Output[] {
    return toNodes(query['targetList']).map((node) => {
      const { name, val } = unwrap(node, 'ResTarget') ?? {}
      const fields = toNodes(unwrap(val, 'ColumnRef')?.['fields'])
      return { name: toText(name) ?? text(fields.at(-1)), key: this.#keyOf(val, scope) }
    })
  }

  #addTable(relation: Node, scope: Scope): Source | undefined {
    const table = toText(relation['relname']) ?? ''
    const alias = toText(toNode(relation['alias'])['aliasname']) ?? table
    const described = scope.ctes.has(table) ? undefined : this.#distributed.get(table)
    const source = { id: (this.#lastId += 1), table, columns: described?.columns }
    scope.sources.set(alias, source)
    if (described) this.#found.push({ table, key: `${source.id}.${described.by}` })
    return source
  }

  #addItem(item: Node, scope: Scope): void {
    const table = unwrap(item, 'RangeVar')
    if (table) this.#addTable(table, scope)
    const subquery = unwrap(item, 'RangeSubselect')
    if (subquery) this.#addSubquery(subquery, scope)
    const called = unwrap(item, 'RangeFunction')
    if (called) this.visit(called['functions'], scope)
    const join = unwrap(item, 'JoinExpr')
    if (!join) return
    this.#addItem(toNode(join['larg']), scope)
    const before = [...scope.sources.values()]
    this.#addItem(toNode(join['rarg']), scope)
    this.#addConditions(join['quals'], scope)
    this.visit(join['quals'], scope)
    const after = [...scope.sources.values()].filter((source) => !before.includes(source))
    for (const column of toNodes(join['usingClause']).map(text))
      for (const one of before) for (const other of after) this.#unite(`${one.id}.${column}`, `${other.id}.${column}`)
  }

  #addSubquery({ subquery, alias }: Node, scope: Scope): void {
    const outputs = this.#visitQuery('SelectStmt', unwrap(subquery, 'SelectStmt') ?? {}, scope)
    const source = { id: (this.#lastId += 1), columns: outputs.map(({ name }) => name) }
    for (const { name, key } of outputs) this.#unite(key, `${source.id}.${name}`)
    scope.sources.set(toText(toNode(alias)['aliasname']) ?? `subquery ${source.id}`, source)
  }

  /** Adds all the equalities that a condition requires. */
  #addConditions(condition: unknown, scope: Scope): void {
    const all = unwrap(condition, 'BoolExpr')
    if (all?.['boolop'] === 'AND_EXPR') for (const one of toNodes(all['args'])) this.#addConditions(one, scope)
    const { kind, name, lexpr, rexpr } = unwrap(condition, 'A_Expr') ?? {}
    if (text(toNodes(name)[0]) !== '=') return
    if (kind === 'AEXPR_OP') this.#unite(this.#keyOf(lexpr, scope), this.#keyOf(rexpr, scope))
    if (kind === 'AEXPR_OP_ANY') this.#unite(this.#keyOf(lexpr, scope), LIST)
    if (kind === 'AEXPR_IN') {
      const listed = toNodes(unwrap(rexpr, 'List')?.['items'])
      this.#unite(this.#keyOf(lexpr, scope), listed.length === 1 ? this.#keyOf(listed[0], scope) : LIST)
    }
  }

  /** Adds which student the inserted rows belong to. */
  #addInserted(query: Node, target: Source, scope: Scope): void {
    const select = unwrap(query['selectStmt'], 'SelectStmt') ?? {}
    const by = this.#distributed.get(target.table ?? '')?.by
    const named = toNodes(query['cols']).map((node) => toText(unwrap(node, 'ResTarget')?.['name']))
    const index = (named.length > 0 ? named : (target.columns ?? [])).indexOf(by ?? '')
    const rows = toNodes(select['valuesLists']).map((row) => toNodes(unwrap(row, 'List')?.['items']))
    for (const row of rows) this.#unite(`${target.id}.${by}`, this.#keyOf(row[index], scope))
    if (rows.length > 0) return this.visit(rows, scope)
    const inner = this.#visitQuery('SelectStmt', select, { ...scope, sources: new Map() })
    this.#unite(`${target.id}.${by}`, inner[index]?.key)
  }

  /** Returns a key for a parameter, a constant or a column; undefined for every other expression. */
  #keyOf(node: unknown, scope: Scope): string | undefined {
    const cast = unwrap(node, 'TypeCast')
    if (cast) return this.#keyOf(cast['arg'], scope)
    const parameter = unwrap(node, 'ParamRef')
    if (parameter) return `=${String(this.#values[Number(parameter['number']) - 1])}`
    const constant = unwrap(unwrap(node, 'A_Const'), 'sval')
    if (constant) return `=${toText(constant['sval'])}`
    const fields = toNodes(unwrap(node, 'ColumnRef')?.['fields']).map(text)
    return fields.length === 0 ? undefined : this.#keyOfColumn(fields, scope)
  }

  #keyOfColumn(fields: readonly string[], scope: Scope | undefined): string | undefined {
    const [column = '', alias] = fields.toReversed()
    const source = alias
      ? scope?.sources.get(alias)
      : [...(scope?.sources.values() ?? [])].find(({ columns }) => columns?.includes(column))
    if (source) return `${source.id}.${column}`
    return scope?.parent ? this.#keyOfColumn(fields, scope.parent) : undefined
  }
}
