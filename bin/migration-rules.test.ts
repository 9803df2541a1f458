import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { judgeMigration } from './migration-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The last migration from before the rules existed. */
const LAST_FREE = '0059_uploads-in-pieces'
const { entries } = JSON.parse(read('server/migrations/meta/_journal.json')) as {
  entries: { tag: string; when: number }[]
}
const releases = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, release = '']) => release)

it('no migration takes away what servers of the release before use', () => {
  const first = entries.findIndex(({ tag }) => tag === LAST_FREE) + 1
  expect(first).toBeGreaterThan(1)
  const faults = entries.slice(first).flatMap(({ tag, when }) => {
    const earlier = entries.filter((entry) => entry.when < when).map((entry) => entry.when)
    return judgeMigration({ tag, sql: read(`server/migrations/${tag}.sql`) }, { releases, earlier })
  })
  expect(faults).toEqual([])
})

it('only the newest schema snapshot is kept, because drizzle-kit compares with no other', () => {
  const snapshots = readdirSync(join(root, 'server/migrations/meta')).filter((name) => name.endsWith('_snapshot.json'))
  expect(snapshots).toEqual([`${entries.at(-1)?.tag.split('_')[0]}_snapshot.json`])
})

it('0072 to 0075 copy rows and build indexes before they lock what every request uses', () => {
  const own = '"(?:plays|challenge_turns|friend\\w+|league_members)"'
  const heavy = new RegExp(`^insert into [^;]* select |^create (?:unique )?index \\S+ on (?!${own})`, 'i')
  const locking = new RegExp(`^alter table (?!${own})|^drop index| foreign key `, 'i')
  const statements = entries
    .filter(({ tag }) => tag >= '0072' && tag < '0076')
    .flatMap(({ tag }) => read(`server/migrations/${tag}.sql`).split('--> statement-breakpoint'))
    .map((sql) => sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim())
  expect(statements.filter((sql) => heavy.test(sql))).toHaveLength(2)
  expect(statements.findIndex((sql) => locking.test(sql))).toBeGreaterThan(
    statements.findLastIndex((sql) => heavy.test(sql)),
  )
})

it('finds what earlier migrations did that would be refused today', () => {
  const judge = (tag: string) =>
    judgeMigration({ tag, sql: read(`server/migrations/${tag}.sql`) }, { releases, earlier: [] })
  expect(judge('0020_registrations').join()).toContain('servers of the release before would fail')
  expect(judge('0056_policy-reports')).toEqual([])
})

const known = { releases: ['0.2.0'], earlier: [5] }
const judge = (sql: string) => judgeMigration({ tag: '0099', sql }, known)
const REMARK = '-- Earlier releases: leave the column empty, which means no.\n'

describe('a migration', () => {
  it.each([
    [
      'creates a table with a key to another',
      'create table "a" ("id" uuid not null); alter table "a" add constraint f foreign key ("id") references "students"("id");',
    ],
    ['creates an index', 'create index "i" on "students" using btree ("birth");'],
    ['replaces an index', 'drop index "i"; create index "i" on "students" using btree ("birth","id");'],
    ['replaces an index with one that was built before', 'drop index "i"; alter index "i_next" rename to "i";'],
    ['adds a column that may be empty', `${REMARK}alter table "students" add column "a" text;`],
    ['adds a column with a default', `${REMARK}ALTER TABLE "students" ADD COLUMN "a" boolean DEFAULT false NOT NULL;`],
    ['fills its own table', 'create table "a" ("id" uuid); insert into "a" values (null);'],
  ])('may do what earlier releases do not notice: %s', (_what, sql) => {
    expect(judge(sql)).toEqual([])
  })

  it.each([
    ['drops a table', 'drop table "students"'],
    ['drops a column', 'alter table "students" drop column "a"'],
    ['drops an index, which an ON CONFLICT may name', 'drop index "students_email_key"'],
    ['renames a column', 'ALTER TABLE "students" RENAME COLUMN "a" TO "b"'],
    ['renames a table', 'alter table "students" rename to "pupils"'],
    ['requires a value', 'alter table "students" alter column "a" set not null'],
    ['requires a value in a new column', 'alter table "students" add column "a" text not null'],
    ['drops a default', 'alter table "students" alter column "a" drop default'],
    ['changes a type', 'alter table "students" alter column "a" set data type integer'],
    ['takes rights away', 'revoke select on students from baobab_app'],
    ['empties a table', 'truncate students'],
  ])('must not do what earlier releases do notice: %s', (_what, statement) => {
    expect(judge(`${REMARK}${statement};`)).toEqual([
      expect.stringContaining('servers of the release before would fail'),
    ])
    const raise = (release: string, at: number) =>
      `update "oldest_release" set "release" = '${release}', "migration" = ${at};`
    expect(judge(`${REMARK}${statement}; ${raise('0.2.0', 5)}`)).toEqual([])
    expect(judge(`${REMARK}${statement}; ${raise('0.3.0', 5)}`)).toEqual([expect.stringContaining('does not exist')])
    expect(judge(`${REMARK}${statement}; ${raise('0.2.0', 6)}`)).toEqual([expect.stringContaining('does not exist')])
  })

  it.each([
    ['a column', 'alter table "videos" add column "is_secret" boolean default false not null'],
    ['a condition', 'alter table "videos" add constraint c check (size_bytes > 0)'],
    ['a unique index', 'create unique index "i" on "videos" using btree ("title")'],
    ['a trigger', 'create trigger t before insert on videos for each row execute function f()'],
    ['rows', 'update videos set title = title'],
  ])('must say what earlier releases do with %s of a table that they know', (_what, statement) => {
    expect(judge(`${statement};`)).toEqual([expect.stringContaining('changes videos and does not say')])
    expect(judge(`${REMARK}${statement};`)).toEqual([])
  })

  it.each([
    ['statement', 'do $$ begin drop table students; end $$;', 'drops'],
    ['statement of a tagged body', 'do $do$ begin perform 1; alter table a rename to b; end $do$;', 'renames'],
    ['branch', 'do $$ begin if true then drop table students; end if; end $$;', 'drops'],
    ['other branch', 'do $$ begin if false then null; else truncate students; end if; end $$;', 'takes away'],
    ['text that runs', "do $$ begin execute 'alter table a drop column b'; end $$;", 'drops a column'],
    ['text in dollars that runs', 'do $do$ begin execute $$drop table a$$; end $do$;', 'drops'],
    ['function', 'create function f() returns void language sql as $$ drop table a; $$; select f();', 'drops'],
  ])('must not do it inside a block or function either: %s', (_what, sql, fault) => {
    expect(judge(REMARK + sql)).toEqual([
      `0099 ${fault}: servers of the release before would fail. See CONTRIBUTING.md.`,
    ])
  })

  it('must say what earlier releases do with the rows that a block changes', () => {
    const sql = 'do $$ begin update videos set title = title; end $$;'
    expect(judge(sql)).toEqual([expect.stringContaining('changes videos and does not say')])
    expect(judge(REMARK + sql)).toEqual([])
  })

  it('may create a function that takes nothing away', () => {
    expect(
      judge("create function f() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;"),
    ).toEqual([])
  })

  it('is not judged by its comments', () => {
    expect(judge('-- drop table students;\ncreate table a ("id" uuid);')).toEqual([])
  })
})
