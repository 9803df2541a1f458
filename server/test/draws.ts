// Creates draws for past months, whose rounds have come, and for others, so that a test need not move the clock.
import { toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { roundAt } from '@baobab/contract/scholarship/draw/schedule.ts'
import { formatDrawList, hashDrawList } from '@baobab/contract/scholarship/draw/list.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { ChainFile } from '@baobab/contract/scholarship/draw/files.ts'
import { formatDrawRules, hashText, readProtocol } from '@baobab/contract/scholarship/draw/rules.ts'
import { commitmentTo } from '@baobab/contract/scholarship/draw/witnesses.ts'
import type { WitnessesForm } from '@baobab/contract/scholarship/forms.ts'
import { monthCloses, nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { inArray, sql } from 'drizzle-orm'
import { adminRoleChanges } from '../src/accounts/admin/tables.ts'
import { admins, students } from '../src/accounts/tables.ts'
import { drawColumns, type DrawRow } from '../src/scholarship/draw-rows.ts'
import { prizeApprovals, prizeClaimVersions } from '../src/scholarship/prize-tables.ts'
import { findPrize } from '../src/scholarship/prizes.ts'
import { writeEntries } from '../src/scholarship/freeze-list.ts'
import { numberEntries, strikeWithList, summarizeBoards } from '../src/scholarship/number-entries.ts'
import { publishRules } from '../src/scholarship/publish-rules.ts'
import type { BoardEntry } from '../src/scholarship/read-boards.ts'
import { drawEvents, drawRules, draws, listClaims } from '../src/scholarship/tables.ts'
import type { TestApp } from './harness.ts'

/** How many draws each database has, by its URL, because test files may share this module. */
const counts = new Map<string, number>()

/** The sandbox's chain starts in November 2023. */
function nextPastMonth({ databaseUrl }: TestApp): string {
  const made = counts.get(databaseUrl) ?? 0
  counts.set(databaseUrl, made + 1)
  const [years, months] = [Math.floor(made / 12), (made % 12) + 1]
  return `${2024 + years}-${String(months).padStart(2, '0')}`
}

/**
 * Creates a due draw with these entrants, each in a separate month since 2024. At most 24 per test file. The current admins
 * count as those at the time of the freeze.
 */
export async function makeDueDraw(
  t: TestApp,
  studentIds: readonly string[],
  chainFile = t.app.drand.chain,
): Promise<DrawRow> {
  const draw = await makeDraw(t, { month: nextPastMonth(t), studentIds, chainFile })
  const roles = await t.app.db.select({ adminId: admins.id, role: admins.role }).from(admins)
  if (roles.length > 0)
    await t.app.db.insert(adminRoleChanges).values(roles.map((one) => ({ ...one, at: draw.frozenAt })))
  return draw
}

/**
 * Creates a month's draw with these entrants, with the protocol of the month's rules; for a month without rules protocol 1, so
 * that draws of earlier releases are tested too.
 */
export async function makeDraw(
  t: TestApp,
  {
    month,
    studentIds,
    chainFile = t.app.drand.chain,
    drawsAt = monthCloses(month).drawsAt,
  }: { month: string; studentIds: readonly string[]; chainFile?: TestApp['app']['drand']['chain']; drawsAt?: Date },
): Promise<DrawRow> {
  const { closesAt } = monthCloses(month)
  const rules = await writeFirstRules(t, month, chainFile)
  const protocol = readProtocol(rules.text)
  const chain = toChain(rules.chain)
  const numbered = numberEntries(await makeBoard(t, studentIds, closesAt), { protocol, month, requiresPayment: false })
  const { leaves } = numbered
  const round = roundAt(chain, drawsAt)
  const boards = protocol === 1 ? undefined : summarizeBoards(numbered.rows)
  const facts = { protocol, month, closesAt, rulesHash: rules.hash, chainHash: chain.hash, round, boards, leaves }
  const list = formatDrawList(facts)
  const listHash = Buffer.from(hashDrawList(list)).toString('hex')
  const values = { month, version: 1, protocol, list, listHash, entrantCount: leaves.length, boards, round, drawsAt }
  const [draw] = await t.app.db
    .insert(draws)
    .values({ ...values, frozenAt: closesAt })
    .returning(drawColumns)
  if (!draw) throw new Error('No draw was made.')
  await writeEntries(t.app.db, draw, numbered.rows)
  const data = { listHash, ...(protocol > 1 && { strikes: strikeWithList(numbered) }) }
  await t.app.db.insert(drawEvents).values({ drawId: draw.id, kind: 'published', data, at: closesAt })
  return draw
}

/** Returns a board of these students, all with the same points. */
async function makeBoard(t: TestApp, studentIds: readonly string[], reachedAt: Date): Promise<BoardEntry[]> {
  const rows = await t.app.db
    .select({ id: students.id, username: students.username })
    .from(students)
    .where(inArray(students.id, [...studentIds]))
  const names = new Map(rows.map(({ id, username }) => [id, username]))
  return studentIds.map((studentId, at) => ({
    ageCategory: '11-20',
    position: at + 1,
    studentId,
    username: names.get(studentId) ?? '',
    points: 10,
    reachedAt,
    isPaid: true,
    isDisqualified: false,
    boardSize: studentIds.length,
  }))
}

/** Writes a month's rules as releases before protocol 2 did, unless they exist. */
async function writeFirstRules(t: TestApp, month: string, chain: ChainFile) {
  const { requiresPayment } = t.app.config
  const names = { hash: chain.hash, beaconId: chain.metadata.beaconID }
  const text = formatDrawRules({ protocol: 1, month, requiresPayment, chain: names })
  const row = { month, text, hash: hashText(text), requiresPayment, chain, publishedAt: t.app.clock.now() }
  await t.app.db.insert(drawRules).values(row).onConflictDoNothing()
  return publishRules(t.app, t.app.db, month)
}

/** Copies a student and their leaderboard entry, each copy with fewer points than the previous one. */
export async function copyStudent(t: TestApp, { id }: { id: string }, count: number): Promise<void> {
  await t.app.db.execute(sql`
    with copies as (
      insert into students
      select (jsonb_populate_record(student, jsonb_build_object('id', gen_random_uuid(), 'username', 'copy' || n,
        'username_key', 'copy' || n, 'email', n || '@copy.example', 'email_key', n || '@copy.example'))).*
      from students as student, generate_series(1, ${count}::integer) as n where student.id = ${id}::uuid
      returning id, substr(username, 5)::integer as n)
    insert into standings
    select (jsonb_populate_record(entry, jsonb_build_object('id', gen_random_uuid(), 'student_id', copies.id,
      'score', 10 * (${count}::integer + 1 - n)))).*
    from standings as entry, copies where entry.student_id = ${id}::uuid`)
}

/** Creates next month's draw, whose list can still be replaced and lacks a student who has claimed so. @returns the claim's id */
export async function makeOpenClaim(t: TestApp, studentIds: readonly string[], missing: { id: string }) {
  const month = nextMonth(lagosDate(t.app.clock.now()).slice(0, 7))
  return makeClaim(t, await makeDraw(t, { month, studentIds }), missing)
}

/** Enters a claim by a student who is missing from a draw's list. @returns the claim's id */
export async function makeClaim(t: TestApp, { id: drawId }: { id: string }, { id: studentId }: { id: string }) {
  const values = { drawId, studentId, text: 'I paid in time.', at: t.app.clock.now() }
  const [claim] = await t.app.db.insert(listClaims).values(values).returning()
  return claim?.id ?? ''
}

/** Enters the details given by a month's winner and, by default, a guardian's agreement. @returns the version of the claim */
export async function makeClaimedPrize(
  t: TestApp,
  month: string,
  { publicName = '', isAgreed = true }: { publicName?: string; isAgreed?: boolean } = {},
) {
  const { prize } = await findPrize(t.app, t.app.db, month)
  if (!prize?.studentId) throw new Error('The draw has no winner.')
  const { attempt, studentId, draw } = prize
  const guardian = { guardianName: 'Halima Bello', guardianPhone: '+2348012345678', guardianEmail: '' }
  const at = t.app.clock.now()
  const values = { drawId: draw.id, attempt, studentId, ...guardian, publicName, at }
  const [version] = await t.app.db.insert(prizeClaimVersions).values(values).returning()
  if (!version) throw new Error('No claim was made.')
  if (isAgreed) await t.app.db.insert(prizeApprovals).values({ claimSeq: version.seq, kind: 'agreement', at })
  return version
}

/** The secret numbers of three outside witnesses, and finally our own. */
export const witnessSecrets = [0, 1, 2, 3].map((n) => hashText(`witness ${n}`))

/** Returns the form that names a draw's first witnesses. */
export function witnessesForm(month: string, secrets: readonly string[] = witnessSecrets): WitnessesForm {
  const commitments = secrets.map((secret) => commitmentTo({ month, secret }))
  const others = commitments.slice(0, -1).map((commitment, n) => ({ name: `Head teacher of school ${n}`, commitment }))
  return { others, own: commitments.at(-1) ?? '' }
}
