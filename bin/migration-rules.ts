/**
 * What a migration may do to servers of the release before. During an update and after a rollback, they run on the new schema, so
 * it must not take away anything that they use, unless the schema names the oldest release that may run on it.
 */

export type Migration = { tag: string; sql: string }
export type Known = {
  /** The releases listed in CHANGELOG.md. */
  releases: readonly string[]
  /** The times of the migrations before this one. */
  earlier: readonly number[]
}

/** Statements that take something away from earlier releases. */
const breaking: readonly [RegExp, string][] = [
  [/^drop (?!trigger if exists)/, 'drops'],
  [/^alter table .* drop (column|default)\b/, 'drops a column'],
  [/^(?!alter index ).*\brename (column|to|constraint)?\b/, 'renames'],
  [/ alter column \S+ (set data )?type\b/, 'changes a type'],
  [/ alter column \S+ (set not null|drop default)\b/, 'requires a value'],
  [/ add column \S+ (?!.*\b(default|generated)\b).*\bnot null\b/, 'requires a value'],
  [/^(revoke|truncate)\b| detach partition\b| set schema\b| enable row level security\b/, 'takes away'],
]

/** Matches the table that a statement changes, unless it only adds an index that refuses nothing. */
const changed =
  /^(?:alter table(?: if exists)?(?: only)?|update(?: only)?|insert into|delete from(?: only)?|create (?:or replace )?(?:constraint )?trigger .*? on|create unique index .*? on) (?:public\.)?"?(\w+)"?/
const created = /^create (?:unlogged )?table(?: if not exists)? (?:public\.)?"?(\w+)"?/
const remark = /^-- Earlier releases: \S.{20,}/m
const raised = /^update "?oldest_release"? set "?release"? = '([\d.]+)', "?migration"? = (\d+)$/

const dollarQuoted = /\$(\w*)\$([\s\S]*?)\$\1\$/g

/** Splits a migration into statements without comments, in lower case, with single spaces. Statements inside bodies come last. */
function listStatements(sql: string): string[] {
  const code = sql.replace(/--.*$/gm, '')
  const bodies = [...code.matchAll(dollarQuoted)].map(([, , body = '']) => body)
  const statements = code
    .replace(dollarQuoted, '$$')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean)
  return [...statements, ...bodies.flatMap(listBodyStatements)]
}

/**
 * Splits the body of a block or function, where statements may be nested or inside strings that the body executes. A string that is
 * never executed is checked too: bodies are rare, and the author can word a message differently.
 */
function listBodyStatements(body: string): string[] {
  const texts = [...body.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
  return [body.replace(/\b(begin|then|else|loop)\b/gi, ';'), ...texts].flatMap(listStatements)
}

/** Lists what is wrong with a migration, as sentences. */
export function judgeMigration({ tag, sql }: Migration, { releases, earlier }: Known): string[] {
  const statements = listStatements(sql)
  const own = statements.map((statement) => created.exec(statement)?.[1])
  // Queries find a replaced index by its columns, not by its name.
  const isReplaced = (statement: string) => {
    const name = /^drop index ("\w+")$/.exec(statement)?.[1]
    const next = new RegExp(`^create index ${name} on |^alter index \\S+ rename to ${name}$`)
    return name !== undefined && statements.some((other) => next.test(other))
  }
  const faults = statements.flatMap((statement) =>
    isReplaced(statement) ? [] : breaking.filter(([rule]) => rule.test(statement)).map(([, what]) => what),
  )
  const touched = statements
    .map((statement) => changed.exec(statement)?.[1])
    .filter((table) => table !== undefined && table !== 'oldest_release' && !own.includes(table))
  const raise = statements.map((statement) => raised.exec(statement)).find((match) => match !== null)
  const sentences: string[] = []
  if (faults.length > 0 && !raise)
    sentences.push(
      `${tag} ${[...new Set(faults)].join(', ')}: servers of the release before would fail. See CONTRIBUTING.md.`,
    )
  if (raise && !(releases.includes(raise[1] ?? '') && earlier.includes(Number(raise[2]))))
    sentences.push(`${tag} names release ${raise[1]} or migration ${raise[2]}, which does not exist.`)
  if (touched.length > 0 && !remark.test(sql))
    sentences.push(`${tag} changes ${touched[0]} and does not say what servers of the release before do with that.`)
  return sentences
}
