import { randomUUID } from 'node:crypto'
import * as contract from '@baobab/contract/audit/endpoints.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { listDuplicates } from '@baobab/contract/duplicates/endpoints.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { changeSettings } from '@baobab/contract/settings/endpoints.ts'
import { listStaffNotes, studentDetails } from '@baobab/contract/students/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeAnotherAdmin, makeStudent, makeVideo, PASSWORD } from '../../test/factories.ts'
import { makeDueDraw } from '../../test/draws.ts'
import { sessions } from '../accounts/tables.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import { parseCsv } from '../platform/files/csv.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

type Query = RequestOf<typeof contract.auditLog>['query']
const read = (query: Query = {}) => t.as(admin.token)(contract.auditLog, { query })
const listLabels = async (query: Query) => (await read(query)).lines.map(({ label }) => label)
const write = (line: Partial<Parameters<typeof writeAuditLine>[2]> = {}) =>
  writeAuditLine(t.app, t.app.db, { adminId: admin.id, action: 'video.updated', ...line })

describe('the audit log', () => {
  it('shows who did what to whom, with labels and current names', async () => {
    const student = await makeStudent(t)
    await t.as(admin.token)(readStudentProfile, { params: { username: student.username } })
    const [line] = (await read()).lines
    expect(line).toMatchObject({
      admin: admin.username,
      action: 'student.read',
      label: "Viewed a student's profile",
      subject: { _id: student.id, kind: 'student', name: student.username },
    })
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    expect((await read()).lines[0]?.subject).toEqual({ _id: student.id, kind: 'student', name: null })
  })

  it('names a setting and shows both values', async () => {
    await t.as(admin.token)(changeSettings, { body: { priceKobo: 175_000 } })
    expect((await read()).lines[0]).toMatchObject({
      label: 'Changed a product setting',
      subject: { _id: 'priceKobo', kind: 'setting', name: null },
      details: { before: 100_000, after: 175_000 },
    })
  })

  it('names a draw by its month, and finds its lines by that name', async () => {
    const { id, month } = await makeDueDraw(t, [(await makeStudent(t)).id])
    await write({ action: 'draw.struck', subject: id })
    expect((await read()).lines[0]).toMatchObject({
      label: 'Published which entries cannot win a draw',
      subject: { _id: id, kind: 'draw', name: month },
    })
    expect(await listLabels({ subject: month })).toEqual(['Published which entries cannot win a draw'])
  })

  it('shows lines about deleted subjects and lines without a subject', async () => {
    const gone = randomUUID()
    await write({ subject: gone })
    await write({ action: 'thing.done_again' })
    const [withoutSubject, line] = (await read()).lines
    expect(withoutSubject).toMatchObject({ label: 'thing: done again', subject: null })
    expect(line?.subject).toEqual({ _id: gone, kind: null, name: null })
  })

  it('is paged newest first, without repeating a line', async () => {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await read({ limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.lines.map(({ _id }) => _id))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual((await read({ limit: 100 })).lines.map(({ _id }) => _id))
    expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)))
    expect(new Set(seen).size).toBe(seen.length)
    expect(await refusal(read({ cursor: 'x' }))).toMatchObject({ status: 400 })
  })
})

describe('searching the audit log', () => {
  it('finds by admin, action and subject', async () => {
    const other = await makeAnotherAdmin(t, admin)
    const video = await makeVideo(t, { title: 'The Patient Weaver' })
    await write({ adminId: other.id, action: 'video.deleted', subject: video.id })
    await write({ action: 'video.processed', subject: video.id })
    expect((await listLabels({ admin: other.username.toUpperCase() }))[0]).toBe('Deleted a video')
    expect(new Set((await read({ admin: other.username })).lines.map((line) => line.admin)).size).toBe(1)
    expect(await listLabels({ subject: video.id })).toEqual(['Processed a video again', 'Deleted a video'])
    expect(await listLabels({ subject: 'patient weaver', action: 'video.deleted' })).toEqual(['Deleted a video'])
    expect((await read()).admins).toEqual([admin.username, other.username].toSorted())
  })

  it('finds text in the action, person and details', async () => {
    const student = await makeStudent(t)
    await write({ action: 'student.disqualified', subject: student.id, details: { device: 'Two 100%_accounts' } })
    for (const search of ['disqualified a', student.username.slice(1, 7), '100%_acc'])
      expect(await listLabels({ search, action: 'student.disqualified' })).toEqual(['Disqualified a student'])
    expect(await listLabels({ search: '100__acc' })).toEqual([])
    await write({ action: 'video.ordered', details: { title: 'Ọmọlará’s Ɗan' } })
    for (const search of ["omolara's dan", 'ỌMỌLARÁ’S', 'Vídeo.ordered'])
      expect(await listLabels({ search, action: 'video.ordered' })).toEqual(['Moved a video in the order'])
    expect(await listLabels({ search: 'nothing like it' })).toEqual([])
  })

  it('filters by Lagos dates, including the first and last day', async () => {
    t.app.clock.set(new Date('2030-03-01T23:30:00Z'))
    await write({ action: 'video.ordered' })
    t.app.clock.set(new Date('2030-03-02T22:55:00Z'))
    await write({ action: 'video.uploaded' })
    t.app.clock.set(new Date())
    expect(await listLabels({ from: '2030-03-02', to: '2030-03-02' })).toEqual([
      'Uploaded a video',
      'Moved a video in the order',
    ])
    expect(await listLabels({ from: '2030-03-03' })).toEqual([])
    expect(await listLabels({ from: '2030-03-01', to: '2030-03-01' })).toEqual([])
    expect(await refusal(read({ from: '2030-02-30' }))).toMatchObject({ status: 400 })
  })
})

describe('the export', () => {
  const download = (query = '', token = admin.token) =>
    t.http.inject({ url: `/admin/audit-lines/export${query}`, headers: { authorization: `Bearer ${token}` } })

  it('is a CSV file of the selection without formulas, and is itself logged', async () => {
    const details = { reason: '=HYPERLINK("http://x","y"), she said' }
    const student = await makeStudent(t)
    for (let i = 0; i < 501; i += 1) await write({ action: 'student.restored', subject: student.id, details })
    const reply = await download('?action=student.restored')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows = parseCsv(reply.body)
    expect(rows).toHaveLength(501)
    expect(rows[0]).toMatchObject({
      Admin: admin.username,
      What: 'Restored a student',
      Kind: 'student',
      About: student.username,
      Details: 'reason: =HYPERLINK("http://x","y"), she said',
    })
    expect((await read()).lines[0]).toMatchObject({
      label: 'Exported the audit log',
      details: { action: 'student.restored' },
    })
  })

  it('requires a recent password', async () => {
    await t.app.db.update(sessions).set({ confirmedAt: new Date(Date.now() - 16 * 60_000) })
    expect((await download()).json()).toMatchObject({ code: 'reauth_required' })
    await t.app.db.update(sessions).set({ confirmedAt: new Date() })
    expect((await download()).statusCode).toBe(200)
  })
})

describe('reading, in the audit log', () => {
  const listActions = async (query: Query) => (await read(query)).lines.map(({ action }) => action)

  it('is left out among deeds, and shown if asked for or selected', async () => {
    const { id: subject } = await makeStudent(t)
    for (const action of ['student.read', 'student.held', 'payment.read']) await write({ action, subject })
    expect(await listActions({ subject, show: 'deeds' })).toEqual(['student.held'])
    expect(await listActions({ subject, show: 'all' })).toEqual(['payment.read', 'student.held', 'student.read'])
    expect(await listActions({ subject })).toHaveLength(3)
    expect(await listActions({ subject, show: 'deeds', action: 'student.read' })).toEqual(['student.read'])
  })

  it('is one line for a page of three requests at once, and another line a minute later or by another admin', async () => {
    const { id: subject, username } = await makeStudent(t)
    const other = await makeAnotherAdmin(t, admin)
    const open = async ({ token }: { token: string }) => {
      const params = { username }
      await Promise.all([
        t.as(token)(listStaffNotes, { params }),
        t.as(token)(listDuplicates, { params }),
        t.as(token)(studentDetails, { params }),
      ])
    }
    await open(admin)
    await open(admin)
    expect(await listActions({ subject })).toEqual(['student.details_read'])
    await open(other)
    expect(await listActions({ subject })).toHaveLength(2)
    t.app.clock.advance(60_000)
    await open(admin)
    expect((await read({ subject })).lines.map((line) => line.admin)).toEqual([
      admin.username,
      other.username,
      admin.username,
    ])
  })
})

describe('the log itself', () => {
  it.each([
    'update audit_lines set action = $1',
    'update audit_lines set at = now() where action = $1',
    'delete from audit_lines where action <> $1',
    'truncate audit_lines',
    'truncate audit_lines cascade',
  ])('refuses the server and the owner of the table: %s', async (statement) => {
    await write()
    const before = await t.app.pool.query('select * from audit_lines order by seq')
    const values = statement.includes('$1') ? ['video.nothing'] : []
    await expect(t.app.pool.query(statement, values)).rejects.toThrow('permission denied')
    await expect(t.owner.query(statement, values)).rejects.toThrow('is append-only')
    expect((await t.app.pool.query('select * from audit_lines order by seq')).rows).toEqual(before.rows)
  })
})
