// Keeps what every server prints during a browser test run, and what people typed or received, so that one test can check at the end that
// none of it is in a log.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What must not be in a log, by kind: `{ email: 'ada@school.example' }`. */
type Values = Readonly<Record<string, string | null>>
export type Leak = { place: string; kind: string; line: string }

/** This run's folder; undefined if nothing is kept, as for screenshots of the pages. */
const folder = () => process.env['RUN_LOGS']

/** Stores part of what a server prints. */
export function keepOutput(port: number, part: string): void {
  const path = folder()
  if (path) appendFileSync(join(path, `server-${port}.log`), part)
}

/** Notes values that a person typed or received. */
export function noteValues(...all: Values[]): void {
  const path = folder()
  if (path)
    appendFileSync(join(path, `values-${process.pid}.jsonl`), all.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

/** The tables that contain text written by people, each with the columns that contain it. */
const personalColumns = {
  students: ['username', 'email', 'number', 'address', 'school', 'guardian_email', 'disqualified_reason'],
  registrations: ['username', 'email', 'number', 'address', 'school', 'guardian_email'],
  admins: ['username', 'email'],
  admin_invitations: ['email'],
  contact_messages: ['first_name', 'last_name', 'email', 'message', 'answer'],
  contact_replies: ['text', 'other_email'],
  staff_notes: ['text'],
  points_adjustments: ['reason'],
  student_corrections: ['old_value', 'new_value', 'reason'],
  email_changes: ['email', 'reason'],
  guardian_changes: ['guardian_email', 'reason'],
  guardian_messages: ['email', 'subject', 'text'],
  list_claims: ['text'],
  fair_play_appeals: ['text'],
  prize_claim_versions: ['guardian_name', 'guardian_phone', 'guardian_email', 'public_name'],
  payments: ['payer_email'],
}

type Mail = { to: string; text: string }

/** Notes the codes in a mail, and the secrets in its links. */
function noteMail({ to, text }: Mail): void {
  const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link))
  // The parameter that says which of a month's lists a message is about is not a secret.
  const secrets = links.flatMap(({ searchParams }) =>
    [...searchParams].flatMap(([name, value]) => (name === 'version' ? [] : [value])),
  )
  const codes = [...text.matchAll(/\b\d{6}\b/g)].map(([code]) => code)
  noteValues({ email: to }, ...secrets.map((token) => ({ token })), ...codes.map((code) => ({ code })))
}

/** Notes what a running product has stored about people, and the mails it has sent. Throws if its database is down. */
export async function noteStoredValues(url: string, query: <Row>(statement: string) => Promise<Row[]>): Promise<void> {
  if (!folder()) return
  for (const [table, columns] of Object.entries(personalColumns))
    noteValues(...(await query<Values>(`select ${columns.join(', ')} from ${table}`)))
  const reply = await fetch(`${url}/sandbox/mailbox/messages`)
  for (const mail of (await reply.json()) as Mail[]) noteMail(mail)
}

/** Finds texts in the tests that would pass as passwords, which people type in the journeys. */
function findTypedPasswords(): string[] {
  const literal = /(['"`])((?=[^'"`\n]*[a-z])(?=[^'"`\n]*[A-Z])(?=[^'"`\n]*\d)[A-Za-z0-9!]{8,70})\1/g
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts'))
  return files.flatMap((name) =>
    [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(literal)].map(([, , text = '']) => text),
  )
}

/** What no line may contain, about anybody. Tokens are 32 bytes or more in base64url; names of scripts may be as long. */
const patterns: Readonly<Record<string, RegExp>> = {
  'an email address': /[^\s<>"'(),:;=\\]+@[\w-]+\.[\w.-]+/,
  'a phone number': /\+\d{10,15}\b/,
  'a token': /(?<![\w-])(?<!\/assets\/)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{40,}(?![\w-])/,
  'a password hash': /\$argon2/,
}

/** Returns a line's words in lower case, to compare with single-word values. */
const wordsIn = (line: string) => line.toLowerCase().match(/[\p{L}\p{N}_@+.!-]+/gu) ?? []

/** Reads the noted values: a map from each value in lower case to its kind. */
function readValues(path: string): Map<string, string> {
  const names = readdirSync(path).filter((name) => name.startsWith('values-'))
  const noted = names.flatMap((name) => readFileSync(join(path, name), 'utf8').split('\n').filter(Boolean))
  const entries = noted.flatMap((line) => Object.entries(JSON.parse(line) as Values))
  const typed = findTypedPasswords().map((text): [string, string] => ['password', text])
  return new Map([...entries, ...typed].flatMap(([kind, text]) => (text ? [[text.toLowerCase(), kind]] : [])))
}

/** Returns the kinds of these values that a log line contains. Values of several words are searched for as a whole. */
function findKinds(line: string, single: ReadonlyMap<string, string>, several: ReadonlyMap<string, string>): string[] {
  const texts = line.toLowerCase()
  return [
    ...Object.entries(patterns).flatMap(([kind, pattern]) => (pattern.test(line) ? [kind] : [])),
    ...wordsIn(line).flatMap((word) => single.get(word) ?? single.get(word.replace(/[.]+$/, '')) ?? []),
    ...[...several].flatMap(([text, kind]) => (texts.includes(text) ? [kind] : [])),
  ]
}

/**
 * Returns a log line without its numbers, because a process id or a duration may look like a code, and without the time zone in SQL,
 * because a student's address may be Lagos.
 */
function textsOf(line: string): string | undefined {
  try {
    JSON.parse(line)
  } catch {
    return undefined
  }
  return line.replace(/":-?[\d.]+(?=[,}])/g, '":0').replaceAll("'Africa/Lagos'", '')
}

/**
 * Finds lines in the servers' logs that name a person or a secret. What a server prints for the person who starts it (its addresses, a
 * demonstration's logins) is not a log.
 * @returns the leaks, and how many lines and values were compared
 */
export function findLeaks(path: string): { leaks: Leak[]; lineCount: number; valueCount: number } {
  const values = readValues(path)
  const single = new Map([...values].filter(([text]) => wordsIn(text)[0] === text))
  const several = new Map([...values].filter(([text]) => !single.has(text)))
  const leaks: Leak[] = []
  let lineCount = 0
  for (const name of readdirSync(path).filter((file) => file.endsWith('.log')))
    for (const [index, printed] of readFileSync(join(path, name), 'utf8').split('\n').entries()) {
      const line = textsOf(printed)
      if (line === undefined) continue
      lineCount += 1
      for (const kind of findKinds(line, single, several))
        leaks.push({ place: `${name}:${index + 1}`, kind, line: printed })
    }
  return { leaks, lineCount, valueCount: values.size }
}
