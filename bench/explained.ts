// Reads the output of PostgreSQL's auto_explain from its log: the time and the plan of each statement.

type Node = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'CTE Name'?: string
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Actual Loops'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Subplan Name'?: string
  Plans?: Node[]
}
export type Explained = { ms: number; text: string; plan: Node }

/** Adds settings to a database URL so that every statement of its connections is explained. */
export function explaining(databaseUrl: string): string {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_format': 'json',
    // Timing each row would distort the measurement.
    'auto_explain.log_timing': 'off',
  }
  const url = new URL(databaseUrl)
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', options.join(' '))
  return url.href
}

const ENTRY = /LOG: {2}duration: ([\d.]+) ms {2}plan:$/

/** Parses the explained statements in part of the log, in order. */
export function parseExplained(log: string): Explained[] {
  const found: { ms: number; lines: string[] }[] = []
  let isOpen = false
  for (const line of log.split('\n')) {
    const began = ENTRY.exec(line)
    if (began) found.push({ ms: Number(began[1]), lines: [] })
    else if (isOpen && line.startsWith('\t')) found.at(-1)?.lines.push(line.slice(1))
    isOpen = began !== null || (isOpen && line.startsWith('\t'))
  }
  return found.map(({ ms, lines }) => {
    const { 'Query Text': text, Plan: plan } = JSON.parse(lines.join('\n')) as { 'Query Text': string; Plan: Node }
    return { ms, text, plan }
  })
}

/** Describes a plan in one line: which nodes read tables, with which index, and how many rows. */
export function describePlan(plan: Node): string {
  const words: string[] = []
  const look = (node: Node) => {
    const on = node['Index Name'] ?? node['Relation Name']
    const loops = node['Actual Loops'] ?? 1
    const rows = Math.round((node['Actual Rows'] ?? 0) * loops)
    if (on !== undefined && loops > 0) words.push(`${node['Node Type']} ${on} (${rows.toLocaleString('en-GB')} rows)`)
    for (const part of node.Plans ?? []) look(part)
  }
  look(plan)
  const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
  return `${words.join(', ')}; ${blocks.toLocaleString('en-GB')} blocks`
}

/** How a plan reads a table. */
export type TableRead = { table: string; isSequential: boolean; rows: number }

/** Lists what a plan reads from tables, including the rows it discarded. */
export function listReads(plan: Node): TableRead[] {
  const loops = plan['Actual Loops'] ?? 1
  const rows = ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * loops
  const table = plan['Relation Name']
  const own =
    table === undefined || loops === 0 ? [] : [{ table, isSequential: plan['Node Type'].includes('Seq Scan'), rows }]
  return [...own, ...(plan.Plans ?? []).flatMap(listReads)]
}
