// Compares the pages of the list with all students sorted and filtered here, for both ways in which the server reads a page.
import { ageCategoryAt, leavesCategoryOn } from '@baobab/contract/accounts/rules.ts'
import * as contract from '@baobab/contract/students/endpoints.ts'
import {
  studentFilters,
  studentSorts,
  StudentSelection,
  type ListedStudent,
} from '@baobab/contract/students/endpoints.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makePayment, makeStudent, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { replaceEmail } from '../../test/without-email.ts'
import { students } from '../accounts/tables.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { selectStudentIds } from './select-ids.ts'
import { MAX_SORTED } from './sort-matches.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
beforeAll(async () => {
  await fill()
})
const usual = { ...MAX_SORTED }
afterEach(() => void Object.assign(MAX_SORTED, usual))

type Query = NonNullable<RequestOf<typeof contract.listStudents>['query']>
const list = (query: Query = {}) => t.as(admin.token)(contract.listStudents, { query })
const namesOf = (rows: readonly ListedStudent[]) => rows.map(({ username }) => username)

/** Reads all pages of a list, one after another. */
async function all(query: Query): Promise<ListedStudent[]> {
  const rows: ListedStudent[] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...query, limit: 7, ...(cursor ? { cursor } : {}) })
    expect(page.total === null).toBe(cursor !== undefined)
    rows.push(...page.studentData)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return rows
}

const schools = ['Unity School', 'unity school', 'École Royale', 'Zaria College', null]
const births = ['2020-01-31', '2016-06-01', '2012-05-01', '2008-02-29', '1999-12-01', '2024-07-07']

/**
 * Creates sixty students of every age: some differ only in their names, some have no points, and some are disqualified or have
 * bounced emails.
 */
async function fill(): Promise<void> {
  const now = t.app.clock.now().getTime()
  const rows = Array.from({ length: 60 }, (_, n) => {
    const username = `${['Ade', 'bola', 'chi_', 'd.ad'][n % 4]}${['x', 'ade', 'A-b'][n % 3]}${String(n).padStart(2, '0')}`
    return {
      username,
      usernameKey: username.toLowerCase(),
      email: `${username}@school.example`,
      emailKey: `${username.toLowerCase()}@school.example`,
      number: '+2348012345678',
      passwordHash: 'x',
      birth: births[n % 6] ?? '',
      gender: Math.floor(n / 4) % 2 === 0 ? ('male' as const) : ('female' as const),
      address: '12 Marina Road, Lagos',
      school: schools[n % 5] ?? null,
      verifiedAt: new Date(now),
      disqualifiedAt: n % 15 === 7 ? new Date(now) : null,
      emailBouncedAt: n % 20 === 3 ? new Date(now) : null,
      createdAt: new Date(now - Math.floor(n / 3) * 1_000),
    }
  })
  const made = await t.app.db.insert(students).values(rows).returning()
  for (const [n, student] of made.entries()) {
    const category = ageCategoryAt(student.birth, t.app.clock.now())
    const entry = { studentId: student.id, reachedAt: new Date(now - (n % 4) * 1_000), score: (n % 5) * 10 }
    const isListed = student.disqualifiedAt === null
    if (category && n % 7 !== 0)
      await t.app.db
        .insert(leaderboardEntries)
        .values({ ...entry, ageCategory: category, leavesOn: leavesCategoryOn(student.birth, category), isListed })
    // Points in a former category, which do not count today.
    if (category === '11-20')
      await t.app.db.insert(leaderboardEntries).values({
        ...entry,
        score: 9_990,
        ageCategory: '5-10',
        leavesOn: leavesCategoryOn(student.birth, '5-10'),
        isListed: false,
      })
    if (n % 6 === 1) await makePayment(t, { studentId: student.id, kinds: ['succeeded'] })
    if (n % 6 === 2) await makePayment(t, { studentId: student.id, kinds: ['failed'] })
  }
}

const ofFilter: Record<string, (row: ListedStudent) => boolean> = {
  all: () => true,
  'name-a-z': () => true,
  males: ({ gender }) => gender === 'male',
  females: ({ gender }) => gender === 'female',
}
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
const key = (row: ListedStudent) => row.username.toLowerCase()
const contains = (row: ListedStudent, search: string) =>
  [row.username, row.email ?? '', row.school ?? ''].some((text) => text.toLowerCase().includes(search))
const ageRank = ({ ageCategory }: ListedStudent) => (ageCategory === null ? 2 : ageCategory === '5-10' ? 0 : 1)

/** Compares two consecutive rows by the expected order. Names decide if everything else is equal. */
const inOrder: Record<string, (a: ListedStudent, b: ListedStudent) => number> = {
  username: (a, b) => compare(key(a), key(b)),
  joined: (a, b) => compare(a.joined, b.joined) || compare(key(a), key(b)),
  school: (a, b) =>
    compare(a.school?.toLowerCase() ?? '\u{10FFFF}', b.school?.toLowerCase() ?? '\u{10FFFF}') ||
    compare(key(a), key(b)),
  ageCategory: (a, b) => compare(ageRank(a), ageRank(b)),
  score: (a, b) => compare(a.score, b.score),
}

/** Both ways to read a page: sorting all matches, and scanning an index. */
const ways = { 'found and sorted': usual, walked: { username: 0, joined: 0, school: 0, ageCategory: 0, score: 0 } }

describe.each(Object.entries(ways))('pages that are %s', (_, few) => {
  const cases = studentFilters
    .filter((filter) => filter !== 'top-10')
    .flatMap((filter) =>
      studentSorts.flatMap((sort) => [
        { filter, sort, direction: 'asc' as const },
        { filter, sort, direction: 'desc' as const },
      ]),
    )

  it.each(cases)('$filter by $sort, $direction: every student once, in order', async (query) => {
    Object.assign(MAX_SORTED, few)
    const everybody = await all({})
    for (const search of ['', 'ade', 'a-b', 'c']) {
      const rows = await all({ ...query, search })
      const fits = (row: ListedStudent) => (search === 'c' ? key(row).startsWith('c') : contains(row, search))
      const wanted = everybody.filter((row) => ofFilter[query.filter]?.(row) && fits(row))
      expect(wanted.length).toBeGreaterThan(0)
      expect(namesOf(rows).toSorted()).toEqual(namesOf(wanted).toSorted())
      const sign = query.direction === 'asc' ? 1 : -1
      // Students who have not answered are last in both directions. The rows do not show who answered without scoring, so rows with
      // 0 points are left out.
      const seen = query.sort === 'score' ? rows.filter(({ score }) => score > 0) : rows
      const steps = seen.slice(1).map((row, n) => sign * (inOrder[query.sort]?.(seen[n] ?? row, row) ?? 0))
      for (const step of steps) expect(step).toBeLessThanOrEqual(0)
    }
  })

  it('are the same in both ways, row by row', async () => {
    for (const sort of studentSorts)
      for (const direction of ['asc', 'desc'] as const) {
        Object.assign(MAX_SORTED, usual)
        const found = namesOf(await all({ sort, direction, search: 'ade' }))
        Object.assign(MAX_SORTED, few)
        expect(namesOf(await all({ sort, direction, search: 'ade' }))).toEqual(found)
      }
  })

  it('continue where they were while students register and leave', async () => {
    Object.assign(MAX_SORTED, few)
    const query = { sort: 'username', search: 'ade', limit: 5 } as const
    const before = namesOf(await all(query))
    const first = await list(query)
    const gone = eq(students.usernameKey, before[4]?.toLowerCase() ?? '')
    await t.app.db.update(students).set({ erasedAt: t.app.clock.now() }).where(gone)
    const [early, late] = [await makeStudent(t, { username: 'a0adeA' }), await makeStudent(t, { username: 'zadeZ' })]
    const rest: string[] = []
    for (let cursor = first.nextCursor; cursor;) {
      const page = await list({ ...query, cursor })
      rest.push(...namesOf(page.studentData))
      cursor = page.nextCursor
    }
    expect([...namesOf(first.studentData), ...rest]).toEqual([...before, late.username])
    await t.app.db.update(students).set({ erasedAt: null }).where(gone)
    await t.app.db.delete(students).where(inArray(students.id, [early.id, late.id]))
  })
})

describe('a row', () => {
  it('has what the columns show, and nothing else', async () => {
    const { studentData } = await list({ search: 'bolaade01' })
    expect(studentData).toEqual([
      {
        _id: expect.any(String),
        username: 'bolaade01',
        email: 'bolaade01@school.example',
        gender: 'male',
        school: 'unity school',
        score: 10,
        ageCategory: '5-10',
        isPaid: true,
        joined: expect.any(String),
        isDisqualified: false,
        emailBounced: false,
      },
    ])
  })

  it("has the points of today's category, not those of another", async () => {
    const { studentData } = await list({ ageCategory: '11-20', limit: 100 })
    expect(studentData.length).toBeGreaterThan(10)
    for (const { score } of studentData) expect(score).toBeLessThan(50)
  })

  it('of an erased account is in no list', async () => {
    const student = await makeStudent(t)
    expect((await list({ search: student.username })).total?.count).toBe(1)
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    expect((await list({ search: student.username })).studentData).toEqual([])
    for (const sort of studentSorts) expect(namesOf(await all({ sort }))).not.toContain('deleted')
  })
})

describe('the top 10', () => {
  it('are the first ten of the leaderboard of a category', async () => {
    for (const ageCategory of ['5-10', '11-20'] as const) {
      const { studentData, nextCursor, total } = await list({ filter: 'top-10', ageCategory })
      const { rows } = await t.app.pool.query<{ username: string }>(
        `select username from standings join students on students.id = student_id
         where stands and age_category = $1 order by score desc, reached_at, standings.id limit 10`,
        [ageCategory],
      )
      expect(namesOf(studentData)).toEqual(rows.map(({ username }) => username))
      expect(studentData).toHaveLength(10)
      expect({ nextCursor, total }).toEqual({ nextCursor: null, total: { count: 10, precision: 'exact' } })
    }
  })

  // Quotes the spec: "Top 10 filter shows 10 students by score descending."
  it('are ten students of both categories by score if none is chosen', async () => {
    const boards = await Promise.all(
      (['5-10', '11-20'] as const).map((ageCategory) => list({ filter: 'top-10', ageCategory })),
    )
    const scores = boards.flatMap(({ studentData }) => studentData.map(({ score }) => score))
    const { studentData } = await list({ filter: 'top-10' })
    expect(studentData.map(({ score }) => score)).toEqual(scores.toSorted((a, b) => b - a).slice(0, 10))
    expect(new Set(studentData.map(({ ageCategory }) => ageCategory))).toEqual(new Set(['5-10', '11-20']))
    expect((await list({ filter: 'top-10', ageCategory: 'none' })).studentData).toEqual([])
  })

  it('can be sorted and searched', async () => {
    const ten = namesOf((await list({ filter: 'top-10' })).studentData)
    const byName = namesOf(await all({ filter: 'top-10', sort: 'username' }))
    expect(byName).toEqual(ten.toSorted((a, b) => compare(a.toLowerCase(), b.toLowerCase())))
    const found = namesOf((await list({ filter: 'top-10', search: 'ade' })).studentData)
    expect(found).toEqual(ten.filter((name) => name.toLowerCase().includes('ade')))
  })
})

describe('filters', () => {
  it.each([
    [{ paid: 'yes' }, (row: ListedStudent) => row.isPaid],
    [{ paid: 'no' }, (row: ListedStudent) => !row.isPaid],
    [{ state: 'disqualified' }, (row: ListedStudent) => row.isDisqualified],
    [{ state: 'bounced' }, (row: ListedStudent) => row.emailBounced],
    [{ state: 'active' }, (row: ListedStudent) => !row.isDisqualified && !row.emailBounced],
    [{ ageCategory: '5-10' }, (row: ListedStudent) => row.ageCategory === '5-10'],
    [{ ageCategory: 'none' }, (row: ListedStudent) => row.ageCategory === null],
    [
      { filter: 'males', paid: 'no', search: 'ade' },
      (row: ListedStudent) => row.gender === 'male' && !row.isPaid && key(row).includes('ade'),
    ],
  ] as const)('%j in every order', async (query, fits) => {
    const wanted = namesOf((await all({})).filter(fits)).toSorted()
    expect(wanted.length).toBeGreaterThan(0)
    for (const sort of studentSorts) expect(namesOf(await all({ ...query, sort })).toSorted()).toEqual(wanted)
    expect((await list(query)).total).toEqual({ count: wanted.length, precision: 'exact' })
  })
})

describe('a search', () => {
  it.each(['%', '_%', "a'b", '"', '\\', "' or 1=1 --", '%%%', 'ad%'])(
    'R-40 for %j means these signs and nothing else',
    async (search) => {
      expect((await list({ search })).studentData).toEqual([])
    },
  )

  it.each([
    ['a part of an email', 'tunde-at'],
    ['a whole email, whatever its case', ' TUNDE-AT-HOME@Mail.Example '],
    ['an email as it is copied', 'mailto:TUNDE-AT-HOME@mail.example'],
    ['a phone number as it is copied', 'tel:00234 (0) 803\u00A0555\u20110199'],
    ['a part of a phone number', '355501'],
    ['a phone number as people say it', '0803 555 0199'],
    ['a phone number with the code of the country', '+234 803 555 0199'],
    ['a phone number with it, without the sign', '2348035550199'],
    ['a school with signs in its name', "st. mary's (boys)"],
    ['a part of a school', "mary's"],
  ])('finds %s', async (_, search) => {
    const found = await makeStudent(t)
    const email = `tunde-at-home@mail.example`
    const changes = { email, emailKey: email, number: '+2348035550199', school: "St. Mary's (Boys)" }
    await t.app.db.update(students).set(changes).where(eq(students.id, found.id))
    expect(namesOf((await list({ search })).studentData)).toEqual([found.username])
    await t.app.db.delete(students).where(eq(students.id, found.id))
  })

  it.each([
    ['the username', ({ username }: MadeStudent) => username],
    ['the proved number', () => '0805 555 0177'],
    ['the school', () => 'Lone Oak'],
  ])('finds a student without an email by %s', async (_, toSearch) => {
    const found = await makeStudent(t)
    await replaceEmail(t, found, '+2348055550177')
    await t.app.db.update(students).set({ school: 'Lone Oak College' }).where(eq(students.id, found.id))
    const rows = (await list({ search: toSearch(found) })).studentData
    expect(rows.map(({ username, email }) => ({ username, email }))).toEqual([
      { username: found.username, email: null },
    ])
    await t.app.db.delete(students).where(eq(students.id, found.id))
  })

  it('finds the students of one school by its whole name, however it is written', async () => {
    const expected = (await all({})).filter(({ school }) => school?.toLowerCase() === 'unity school')
    expect(expected.length).toBeGreaterThan(7)
    for (const sort of studentSorts) {
      const found = await all({ school: ' UNITY  School', sort })
      expect(namesOf(found).toSorted()).toEqual(namesOf(expected).toSorted())
    }
    expect(await all({ school: 'Unity' })).toEqual([])
    const both = await all({ school: 'unity school', filter: 'males', search: 'ade' })
    expect(both.length).toBeGreaterThan(0)
    expect(both.every(({ gender, school }) => gender === 'male' && school?.toLowerCase() === 'unity school')).toBe(true)
    expect((await list({ school: 'unity school' })).total).toEqual({ count: expected.length, precision: 'exact' })
  })

  it('matches no text across two fields', async () => {
    expect((await list({ search: '01bolaade01@' })).studentData).toEqual([])
  })

  it('reads an index of everything that it looks through', async () => {
    const client = await t.owner.connect()
    await client.query('begin')
    // With so few rows, any other index would be faster.
    const { rows: others } = await client.query<{ name: string }>(
      `select indexname as name from pg_indexes where tablename = 'students' and indexdef like '% WHERE %'
       and indexname <> 'students_searched'`,
    )
    await client.query(`drop index ${others.map(({ name }) => name).join()}; set local enable_seqscan = off`)
    const search = selectStudentIds(StudentSelection.parse({ search: '0803 555 0199' }), '2026-01-01')
    const { rows } = await drizzle({ client }).execute<{ 'QUERY PLAN': string }>(sql`explain ${search}`)
    await client.query('rollback')
    client.release()
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('students_searched')
  })

  it('reads the index of schools for the students of one school', async () => {
    const client = await t.owner.connect()
    await client.query('begin; set local enable_seqscan = off')
    const found = selectStudentIds(StudentSelection.parse({ school: 'Unity School' }), '2026-01-01')
    const { rows } = await drizzle({ client }).execute<{ 'QUERY PLAN': string }>(sql`explain ${found}`)
    await client.query('rollback')
    client.release()
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('students_of_school')
  })

  it('distinguishes _ . and -', async () => {
    const everybody = await all({})
    for (const search of ['i_x', 'a-b', '.ad', 'i_a'])
      expect(namesOf(await all({ search })).toSorted()).toEqual(
        namesOf(everybody.filter((row) => contains(row, search))).toSorted(),
      )
    expect((await list({ search: '_' })).studentData).toEqual([])
    const found = namesOf(await all({ search: 'chi_' })).toSorted()
    expect(found).toEqual(namesOf(everybody.filter((row) => contains(row, 'chi_'))).toSorted())
  })
})

describe('a cursor', () => {
  it('is refused if it is invalid or from another order', async () => {
    const { nextCursor } = await list({ sort: 'school', limit: 1 })
    const bad = (fields: unknown[]) => Buffer.from(JSON.stringify(fields)).toString('base64url')
    const cursors = [
      nextCursor ?? '',
      'x',
      bad(['username', false]),
      bad(['username', false, 7]),
      bad(['username', false, 'a\0']),
      bad(['username', true, 'a']),
    ]
    for (const cursor of cursors)
      expect(await refusal(list({ sort: 'username', cursor }))).toMatchObject({
        status: 400,
        errors: [{ path: 'cursor', message: 'We could not load this part of the list. Please reload the page.' }],
      })
    for (const [sort, position] of [
      ['joined', ['-1', 'a']],
      ['score', ['placed', 'x', '1', 'a']],
      ['ageCategory', ['5-10', 'soon', 'a']],
    ] as const)
      expect((await refusal(list({ sort, direction: 'asc', cursor: bad([sort, false, ...position]) }))).status).toBe(
        400,
      )
  })
})
