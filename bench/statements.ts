// Reads from PostgreSQL's log which statements one answer runs, and rewrites them for pgbench

export type Statement = { text: string; parameters: string[] }

/** A value that differs between answers: its logged values, and the SQL that computes it from pgbench's variables. */
export type Varying = { values: readonly string[]; sql: string }

const ENTRY = /^\S+ \S+ \S+ \[(\d+)\] (\w+): {2}(.*)$/
/** A prepared statement's name may contain colons (`rate_limits:rlflx-upsert`), but not followed by a space. */
const EXECUTED = /^(?:execute \S+|statement): ([\s\S]*)$/
const PARAMETER = /\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g

/** Parses the statements in a log with `log_statement = all`, in order. */
export function statementsOf(log: string): Statement[] {
  const statements: Statement[] = []
  /** The last statement of each connection. Its parameters follow in a separate entry. */
  const last = new Map<string, Statement>()
  for (const { pid, level, text } of entriesOf(log)) {
    const executed = level === 'LOG' ? EXECUTED.exec(text)?.[1] : undefined
    if (executed !== undefined) {
      const statement = { text: executed.trim(), parameters: [] }
      last.set(pid, statement)
      statements.push(statement)
    } else if (level === 'DETAIL' && /^parameters: /i.test(text)) {
      const values = [...text.matchAll(PARAMETER)].map(([, value]) => (value ?? '').replaceAll("''", "'"))
      last.get(pid)?.parameters.push(...values)
    }
  }
  return statements
}

function entriesOf(log: string): { pid: string; level: string; text: string }[] {
  const entries: { pid: string; level: string; text: string }[] = []
  for (const line of log.split('\n')) {
    const [, pid, level, text] = ENTRY.exec(line) ?? []
    if (pid !== undefined && level !== undefined && text !== undefined) entries.push({ pid, level, text })
    else {
      const open = entries.at(-1)
      if (open && line.startsWith('\t')) open.text += `\n${line.slice(1)}`
    }
  }
  return entries
}

/**
 * Returns the statements that each of `answers` answers ran, in order. Statements logged while idle are background
 * work.
 */
export function answerPath(options: { quiet: Statement[]; busy: Statement[]; answers: number }): Statement[][] {
  const background = new Set(options.quiet.map(({ text }) => text))
  const byText = Map.groupBy(options.busy, ({ text }) => text)
  return [...byText]
    .filter(([text, runs]) => !background.has(text) && runs.length === options.answers)
    .map(([, runs]) => runs)
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
/** Returns whether a text is a date, or milliseconds since 1970. */
const isTime = (value: string) => /^(\d{4}-\d\d-\d\d|1\d{12}$)/.test(value)

/** Rewrites a statement for pgbench: values that differ are computed from its variables, the others stay as logged. */
export function forPgbench(runs: readonly Statement[], varying: readonly Varying[]): string {
  const [first] = runs
  if (!first) throw new Error('A statement that never ran.')
  const sources = first.parameters.map((value, index) => {
    const values = runs.map(({ parameters }) => parameters[index] ?? '')
    if (values.every((other) => other === value)) return literal(value)
    const source = varying.find((candidate) => candidate.values.every((wanted, n) => wanted === values[n]))
    if (source) return source.sql
    // The server's time: any time during the run is valid.
    if (values.every(isTime)) return literal(values.at(-1) ?? value)
    throw new Error(`What is $${index + 1} of: ${first.text}`)
  })
  return `${first.text.replaceAll(/\$(\d+)/g, (_, n: string) => sources[Number(n) - 1] ?? 'null')};`
}
