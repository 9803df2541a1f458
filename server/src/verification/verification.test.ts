// Breaks each invariant behind the server's back, with triggers and constraints off, and expects the broken row to be named.
import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as system from '@baobab/contract/system/endpoints.ts'
import { asc } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDueDraw } from '../../test/draws.ts'
import { makeAdmin, makePayment, makeQuiz, makeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { snapshotDatabase } from '../../test/snapshot-database.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { makeUploadedVideo } from '../../test/videos.ts'
import { waitFor } from '../../test/wait-for.ts'
import { wakeQueue } from '../../test/wake-queue.ts'
import { runDueDraws } from '../scholarship/run-draw.ts'
import { videos } from '../videos/tables.ts'
import { beginCheck, createReader, type Check } from '../platform/data-check.ts'
import { enqueueVerification } from './report.ts'
import { fileCheck } from '../videos/file-checks.ts'
import { features } from '../features.ts'
import { listTriggers } from './table-checks.ts'
import { listChecks, verifyDatabase, type Found } from './verify-database.ts'

const checks = listChecks(features)

/** The id of one row of each kind. */
let ids: Record<'entry' | 'attempt' | 'payment' | 'draw' | 'session' | 'video' | 'question', string>
let videoPath: string

const t = await openTestApp({ SCHOLARSHIP_REQUIRES_PAYMENT: 'false' })
const admin = await makeAdmin(t)
const student = await makeStudent(t)
beforeAll(async () => {
  const quiz = await makeQuiz(t)
  const calls = quizCalls((token) => t.as(token))
  for (const [n, option] of ['right', 'wrong one', 'right'].entries()) await calls.answer(student, quiz, n, option)
  const payment = await makePayment(t, { studentId: student.id, kinds: ['succeeded'] })
  const draw = await makeDueDraw(t, [student.id, (await makeStudent(t)).id])
  await runDueDraws(t.app)
  await makeUploadedVideo(t, admin.token)
  const [stored] = (await t.app.db.select().from(videos).orderBy(asc(videos.createdAt))).filter(({ file }) => file)
  const rows = quizRows(() => t)
  const [attempt] = await rows.loadAttempts(student)
  const { rows: sessions } = await t.owner.query<{ id: string }>('select id from sessions where student_id = $1', [
    student.id,
  ])
  videoPath = join(t.app.config.filesDir, stored?.file ?? '')
  ids = {
    entry: (await rows.loadEntry(student))?.id ?? '',
    attempt: attempt?.id ?? '',
    payment: payment.id,
    draw: draw.id,
    session: sessions[0]?.id ?? '',
    video: stored?.id ?? '',
    question: quiz.questions[0]?.id ?? '',
  }
})

async function verify(): Promise<Found[]> {
  const broken: Found[] = []
  for await (const found of verifyDatabase({ pool: t.app.separate.slow.pool, files: t.app.files, features }))
    broken.push(found)
  return broken
}

describe('the invariants', () => {
  let client: pg.PoolClient
  beforeEach(async () => {
    client = await t.owner.connect()
    await client.query('begin; set local session_replication_role = replica')
  })
  afterEach(async () => {
    await client.query('rollback')
    client.release()
  })

  /** Runs checks on what the test's transaction has broken. */
  async function findBroken(some = checks, files: Parameters<Check['find']>[1] = t.app.files): Promise<string[]> {
    const broken: string[] = []
    for (const check of some)
      for await (const { row, reason } of check.find(createReader(client, { settleMs: 0 }), files))
        broken.push(`${check.name}: ${row}: ${reason}`)
    return broken
  }

  it('are no longer checked once the signal aborts', async () => {
    const signal = AbortSignal.abort(new Error('The server stops.'))
    const finding = verifyDatabase({ pool: t.app.separate.slow.pool, files: t.app.files, features, signal })
    await expect(finding.next()).rejects.toThrow('The server stops.')
    for (const check of checks.filter(({ name }) => name === 'videos' || name === 'score')) {
      const found = check.find(createReader(client, { signal }), t.app.files)[Symbol.asyncIterator]()
      await expect(found.next()).rejects.toThrow('The server stops.')
    }
  })

  it('are checked by queries that may take hours, whatever the limits of other slow work', async () => {
    // As in production, but a second instead of ten minutes. A busy machine needs a tenth of it to begin the check.
    const limits = { connectionString: t.databaseUrl, query_timeout: 1_000, options: '-c statement_timeout=1000' }
    const slow = new pg.Client(limits)
    await slow.connect()
    try {
      await beginCheck(slow, {})
      expect(await createReader(slow).query('select pg_sleep(1.2)')).toHaveLength(1)
    } finally {
      await slow.end()
    }
  })

  it('hold as long as only the product has written', async () => {
    expect(await findBroken()).toEqual([])
  })

  const worth = (given: number) =>
    expect.stringMatching(
      `^worth: answers ${ids.attempt} .*: it has 10 points, and the ledger gives ${given}$`,
    ) as string

  it.each<[name: string, statement: () => string, broken: () => string[]]>([
    [
      'a ledger that can be changed',
      () => 'alter table audit_lines disable trigger audit_lines_append_only',
      () => ['protection: trigger audit_lines_append_only: it is missing or off'],
    ],
    [
      'a reference that leads nowhere',
      () => `update sessions set browser_id = gen_random_uuid() where id = '${ids.session}'`,
      () => [`references: sessions ${ids.session}: browser_id names a row that known_browsers does not have`],
    ],
    [
      'a score that does not follow from the answers',
      () => `update standings set score = 30 where id = '${ids.entry}';
        update standing_changes set delta = 20, score_after = 30 where standing_id = '${ids.entry}' and score_after = 20`,
      () => [`score: standings ${ids.entry}: the score is 30, and the answers give 20`, worth(20)],
    ],
    [
      'an answer without a score',
      () =>
        `delete from standing_changes where standing_id = '${ids.entry}'; delete from standings where id = '${ids.entry}'`,
      () => [
        `score: attempts ${ids.attempt}: it has answers, and its student has no score in 11-20`,
        worth(0),
        worth(0),
      ],
    ],
    [
      'a score that does not follow from the ledger',
      () => `update standings set score = 30 where id = '${ids.entry}'`,
      () => [
        `score: standings ${ids.entry}: the score is 30, and the answers give 20`,
        `ledger: standings ${ids.entry}: the score is 30, and the lines add up to 20`,
        `ledger: standings ${ids.entry}: the last line ends at (20,t), and the entry is at (30,t)`,
        'histogram: standings of 11-20 with 20 points: 0 are listed, and the ledger counts 1',
        'histogram: standings of 11-20 with 30 points: 1 are listed, and the ledger counts 0',
      ],
    ],
    [
      'a ledger without its first line',
      () => `update standing_changes set reason = 'answer' where standing_id = '${ids.entry}'`,
      () => [`ledger: standings ${ids.entry}: 0 lines begin it`],
    ],
    [
      'a line with another category',
      () => `update standing_changes set age_category = '5-10' where standing_id = '${ids.entry}' and score_after = 20`,
      () => [
        expect.stringMatching(`ledger: standings ${ids.entry}: line \\d+ is of another category`),
        'histogram: standings of 11-20 with 10 points: 0 are listed, and the ledger counts 1',
        'histogram: standings of 11-20 with 20 points: 1 are listed, and the ledger counts 0',
        'histogram: standings of 5-10 with 10 points: 0 are listed, and the ledger counts -1',
        'histogram: standings of 5-10 with 20 points: 0 are listed, and the ledger counts 1',
      ],
    ],
    [
      'a ledger with a gap',
      () => `update standing_changes set stood = false where standing_id = '${ids.entry}' and score_after = 20`,
      () => [
        expect.stringMatching(`ledger: standings ${ids.entry}: line \\d+ does not begin where the one before ended`),
        'histogram: standings of 11-20 with 10 points: 0 are listed, and the ledger counts 1',
      ],
    ],
    [
      'a line without an entry',
      () => `insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, at)
        values (gen_random_uuid(), gen_random_uuid(), '11-20', 0, 0, false, false, 'first-answer', now())`,
      () => [expect.stringMatching(/^ledger: standing_changes \d+: its entry [0-9a-f-]{36} does not exist$/)],
    ],
    [
      'a line of another student',
      () =>
        `update standing_changes set student_id = gen_random_uuid() where standing_id = '${ids.entry}' and score_after = 20`,
      () => [expect.stringMatching(/^ledger: standing_changes \d+: its entry belongs to another student$/)],
    ],
    [
      'a username that leads to somebody else',
      () =>
        `update sign_in_names set student_id = '${ids.entry}' where kind = 'username' and student_id = '${student.id}'`,
      () => [
        `sign-in-names: students ${ids.entry}: it does not have the username that leads to it`,
        `sign-in-names: students ${student.id}: its username does not lead to it`,
      ],
    ],
    [
      'an answer of another student',
      () => `update answers set student_id = gen_random_uuid() where attempt_id = '${ids.attempt}'`,
      () => [`answers: attempts ${ids.attempt}: 3 of its answers are of another student`],
    ],
    [
      'a listed student whom the ledger does not list',
      () => `update standings set stands = false where id = '${ids.entry}'`,
      () => [
        `ledger: standings ${ids.entry}: the last line ends at (20,t), and the entry is at (20,f)`,
        'histogram: standings of 11-20 with 20 points: 0 are listed, and the ledger counts 1',
      ],
    ],
    [
      'an attempt with wrong counts of its answers',
      () => `update attempts set answered_count = 4, correct_count = 1, question_count = 6 where id = '${ids.attempt}'`,
      () => [
        `answers: attempts ${ids.attempt}: it counts 4 answers, and has 3`,
        `answers: attempts ${ids.attempt}: it counts 1 correct answers, and has 2`,
        `answers: attempts ${ids.attempt}: it counts 6 questions, and has 5`,
      ],
    ],
    [
      'an answer to another question',
      () => `update answers set question_id = gen_random_uuid()
        where attempt_id = '${ids.attempt}' and answer = 'wrong one'`,
      () => [`answers: attempts ${ids.attempt}: 1 of its answers are to other questions`],
    ],
    [
      'a second attempt',
      () => `drop index attempts_once; insert into attempts (id, student_id, video_id, age_category, video_title, snapshot_id, asked, question_count, started_at, deadline)
        select '00000000-0000-4000-8000-000000000000', student_id, video_id, age_category, video_title, snapshot_id, asked, question_count, started_at - interval '1 s', deadline
        from attempts where id = '${ids.attempt}'`,
      () => [
        `once: attempts 00000000-0000-4000-8000-000000000000, ${ids.attempt}: student ${student.id} has 2 attempts at one quiz`,
      ],
    ],
    [
      'an answer after the deadline, but none within the grace period of two seconds',
      () => `update answers set answered_at = deadline + case question_id when '${ids.question}' then interval '2.1 s' else interval '2 s' end
        from attempts where id = attempt_id and id = '${ids.attempt}'`,
      () => [`time: answers ${ids.attempt} ${ids.question}: it is 2.1 s after the deadline`],
    ],
    [
      'an answer before the start',
      () => `update answers set answered_at = started_at - interval '1 ms' from attempts
        where id = attempt_id and id = '${ids.attempt}' and question_id = '${ids.question}'`,
      () => [`time: answers ${ids.attempt} ${ids.question}: it is earlier than the start`],
    ],
    [
      'a paid payment without an event',
      () => `delete from payment_events where payment_id = '${ids.payment}'`,
      () => [
        `payments: payments ${ids.payment}: the state is succeeded, but its events say opened`,
        `payments: payments ${ids.payment}: it is confirmed, but no event says that it succeeded`,
      ],
    ],
    [
      'a payment that was paid but does not count',
      () => `update payments set state = 'opened', confirmed_at = null where id = '${ids.payment}'`,
      () => [
        `payments: payments ${ids.payment}: the state is opened, but its events say succeeded`,
        `payments: payments ${ids.payment}: an event says that it succeeded, but it is not confirmed`,
      ],
    ],
    [
      'a payment of a different amount than agreed',
      () => `update payments set amount_kobo = 500 where id = '${ids.payment}'`,
      () => [`payments: payments ${ids.payment}: 500 kobo were agreed, but 100000 were paid`],
    ],
    [
      'a refund without an event, and an event of another payment',
      () => `update payments set given_back_kobo = 700, reference = 'other' where id = '${ids.payment}'`,
      () => [
        `payments: payments ${ids.payment}: 700 kobo were refunded, but its events say 0`,
        `payments: payments ${ids.payment}: an event has another reference`,
      ],
    ],
    [
      'a winner other than the one drawn',
      () => `update draw_events set data = jsonb_set(data, '{index}', to_jsonb(1 - (data ->> 'index')::integer))
        where draw_id = '${ids.draw}' and kind = 'drawn'`,
      () => [
        expect.stringMatching(`^draws: draws ${ids.draw}: 2024-01 version 1: attempt 0 drew [01], but [01] is stored$`),
      ],
    ],
    [
      'a random number that the chain did not give',
      () => `update draw_events set data = jsonb_set(data, '{beacon,randomness}', to_jsonb(repeat('0', 64)))
        where draw_id = '${ids.draw}' and kind = 'drawn'`,
      () => [`draws: draws ${ids.draw}: 2024-01 version 1: The random number does not follow from the signature.`],
    ],
    [
      'a list that was changed',
      () => `update draws set list = list || ' ' where id = '${ids.draw}'`,
      () => [`draws: draws ${ids.draw}: 2024-01 version 1: The list does not have the code that was published.`],
    ],
    [
      'rules that were changed',
      () => `update draw_rules set text = text || ' ' where month = '2024-01'`,
      () => [
        `draws: draws ${ids.draw}: 2024-01 version 1: its rules do not match their hash`,
        `draws: draws ${ids.draw}: 2024-01 version 1: The rules are not those that the list names.`,
      ],
    ],
    [
      'an entrant whose line belongs to somebody else',
      () => `update draw_entries set nonce = sha256('another') where draw_id = '${ids.draw}' and index = 0`,
      () => [`draws: draws ${ids.draw}: 2024-01 version 1: entrant 0 does not match the hash in the list`],
    ],
    [
      'a second winner in a month',
      () => `insert into draws (id, month, version, list, list_hash, entrant_count, round, draws_at, frozen_at)
          select '00000000-0000-4000-8000-000000000000', month, 2, list, list_hash, entrant_count, round, draws_at, frozen_at from draws where id = '${ids.draw}';
        insert into draw_entries (draw_id, age_category, place, student_id, points, index, leaf, nonce)
          select '00000000-0000-4000-8000-000000000000', age_category, place, student_id, points, index, leaf, nonce from draw_entries where draw_id = '${ids.draw}';
        insert into draw_events (draw_id, kind, attempt, data, at)
          select '00000000-0000-4000-8000-000000000000', kind, attempt, data, at from draw_events where draw_id = '${ids.draw}'`,
      () => [`draws: draws ${ids.draw}, 00000000-0000-4000-8000-000000000000: 2024-01 has 2 winners`],
    ],
    [
      'a video with another hash',
      () => `update videos set sha256 = 'another' where id = '${ids.video}'`,
      () => [expect.stringMatching(`^videos: videos ${ids.video}: the file videos/.+ does not have its SHA-256$`)],
    ],
    [
      'captions without a file',
      () => `update videos set captions = 'captions/none.vtt' where id = '${ids.video}'`,
      () => [`videos: videos ${ids.video}: the file captions/none.vtt is missing`],
    ],
    [
      'captions in another language without a file',
      () => `update videos set other_captions = '{ "ha": "subtitles/none.vtt" }' where id = '${ids.video}'`,
      () => [`videos: videos ${ids.video}: the file subtitles/none.vtt is missing`],
    ],
  ])('name the row of %s', async (_name, statement, broken) => {
    await client.query(statement())
    // The checks of every table take as long as all others together.
    const isSlow = ({ name }: Check) => name === 'pages' || (name === 'references' && !statement().includes('sessions'))
    expect(await findBroken(checks.filter((check) => !isSlow(check)))).toEqual(broken())
  })

  it('name a video without a file, and a file without a video', async () => {
    const bytes = await readFile(videoPath)
    const stray = `videos/${randomUUID()}.mp4`
    const strayPath = join(t.app.config.filesDir, stray)
    await rm(videoPath)
    await writeFile(strayPath, bytes)
    try {
      expect(await findBroken()).toEqual([
        `files: file ${stray}: no video names it; the next start of a server removes it`,
        expect.stringMatching(`^videos: videos ${ids.video}: the file videos/.+ is missing$`),
      ])
    } finally {
      await rm(strayPath)
      await writeFile(videoPath, bytes)
    }
  })

  it('do not name a file that is just being deleted', async () => {
    const key = `videos/${randomUUID()}.mp4`
    await writeFile(join(t.app.config.filesDir, key), 'removed')
    const files: typeof t.app.files = {
      ...t.app.files,
      list: async (folder) => {
        const keys = await t.app.files.list(folder)
        if (keys.includes(key)) await t.app.files.remove(key)
        return keys
      },
    }
    expect(await findBroken([fileCheck], files)).toEqual([])
    expect(await t.app.files.size(key)).toBeUndefined()
  })

  it('include every trigger in the database', async () => {
    const { rows } = await client.query<{ name: string }>(
      'select tgname as name from pg_trigger where not tgisinternal order by 1',
    )
    expect(rows.map(({ name }) => name)).toEqual(listTriggers(features))
  })
})

it('a verification changes nothing, and reads what the server may read', async () => {
  const before = await snapshotDatabase(t)
  expect(await verify()).toEqual([])
  expect(await snapshotDatabase(t)).toEqual(before)
})

it('a check that cannot run counts as broken, and the others continue', async () => {
  await t.owner.query('alter table draw_rules rename to hidden')
  const found = await verify()
  await t.owner.query('alter table hidden rename to draw_rules')
  expect(found).toEqual([
    { check: 'draws', row: 'the check itself', reason: expect.stringContaining('Failed query') as string },
  ])
})

it('at night the job fails with the rows as its reason, admins get a mail, and it succeeds once all is well', async () => {
  const listFailed = async () =>
    (await t.as(admin.token)(system.listFailedJobs, { query: { queue: 'verifications' } })).jobs
  const readQueue = async () =>
    (await t.as(admin.token)(system.listJobQueues, {})).queues.find(({ name }) => name === 'verifications')
  await t.owner.query('alter table draws disable trigger draws_append_only')
  await enqueueVerification(t.app)
  const [job] = await waitFor(async () => {
    const jobs = await listFailed()
    expect(jobs).toMatchObject([{ reason: 'protection: trigger draws_append_only: it is missing or off', tries: 1 }])
    return jobs
  })
  const [mail] = await t.mails(admin.email, 'The nightly check found a problem')
  expect(mail?.text).toContain('found a problem')
  await t.owner.query('alter table draws enable trigger draws_append_only')
  expect((await readQueue())?.lastSuccessAt).toBeNull()
  await t.as(admin.token)(system.retryJob, { params: { jobId: job?._id ?? '' } })
  await wakeQueue(t.app.pool, 'verifications')
  await waitFor(async () => expect((await readQueue())?.lastSuccessAt).not.toBeNull())
  expect(await listFailed()).toEqual([])
})
