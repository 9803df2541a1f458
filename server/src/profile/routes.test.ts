import { defaultAvatar } from '@baobab/contract/profile/text.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import * as accounts from '@baobab/contract/accounts/endpoints.ts'
import * as accountsAdmin from '@baobab/contract/accounts/admin.ts'
import * as contract from '@baobab/contract/profile/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { admins, students } from '../accounts/tables.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { refusal } from '../../test/refusal.ts'
import { openTestApp } from '../../test/harness.ts'
import {
  ADMIN_PASSWORD,
  makeAdmin,
  makeAnotherAdmin,
  makePaidStudent,
  makeStudent,
  type MadeStudent,
} from '../../test/factories.ts'
import { waitFor } from '../../test/wait-for.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

const findStudent = async (id: string) => (await t.app.db.select().from(students).where(eq(students.id, id)))[0]
const read = (token: string, username: string) => t.as(token)(contract.readStudentProfile, { params: { username } })

function form(bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  data.set('profilePicture', new Blob([bytes]), '../../evil.png')
  return data
}

/** Creates a photo like a phone's, with location and owner in its metadata. */
async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8F2F17' } })
    .withExif({ IFD0: { Artist: 'Somebody Real', Model: 'Phone 123' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
    .jpeg()
    .toBuffer()
  return new Uint8Array(bytes)
}

async function storedPicture(link: string): Promise<Buffer> {
  const reply = await t.http.inject(link)
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload
}

describe('reading a profile', () => {
  it("shows the owner's profile, without secrets", async () => {
    const student = await makePaidStudent(t)
    const { data } = await read(student.token, student.username.toUpperCase())
    expect(data).toEqual({
      _id: student.id,
      username: student.username,
      email: student.email,
      number: '+2348012345678',
      provedNumber: null,
      numberProof: null,
      isKeptByGuardian: false,
      gender: 'female',
      birth: '2012-05-01',
      address: '12 Marina Road, Lagos',
      school: null,
      ageCategory: '11-20',
      profilePicture: null,
      avatar: defaultAvatar(student.username),
      isAvatarHidden: false,
      score: 0,
      isPaid: true,
      getsOptionalMails: true,
      extraTimeFactor: 1,
      wantsReading: false,
    })
  })

  it('R-33 refuses any other username with the same error, whether it exists or not', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const [known, unknown] = [
      await refusal(read(student.token, other.username)),
      await refusal(read(student.token, 'nobody1')),
    ]
    expect(known).toMatchObject({ status: 403, message: 'You do not have permission to do this.' })
    for (const key of ['status', 'code', 'message', 'errors'] as const) expect(unknown[key]).toEqual(known[key])
  })

  it('C-09 lets an admin read it, which is written to the audit log', async () => {
    const student = await makeStudent(t)
    expect((await read(admin.token, student.username)).data.username).toBe(student.username)
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, student.id))
    expect(lines).toMatchObject([{ adminId: admin.id, action: 'student.read' }])
    expect((await refusal(read(admin.token, 'nobody1'))).status).toBe(404)
  })
})

describe('changing a profile', () => {
  const change = (student: MadeStudent, body: object | FormData, username = student.username) =>
    t.as(student.token)(contract.updateProfile, { params: { username }, body })

  it('stores phone number, address and school', async () => {
    const student = await makeStudent(t)
    const body = { number: '+2348099999999', address: '3 Broad Street, Kano', school: ' Unity College ' }
    const reply = await change(student, body)
    expect(reply.message).toBe('Profile updated successfully!')
    expect(reply.updatedData).toMatchObject({ ...body, school: 'Unity College' })
    expect(await findStudent(student.id)).toMatchObject({ ...body, school: 'Unity College' })
  })

  it.each([
    [{ number: 'abc' }, 'number', 'Phone number must be valid and include country code'],
    [{ address: 'abc' }, 'address', 'Address must be at least 5 characters'],
    [{ email: 'a@b.example' }, '', 'This field is not expected.'],
    [{ number: '+2348012345678', score: 99_999, isPaid: true }, '', 'This field is not expected.'],
  ])('R-34 refuses %j and changes nothing', async (body, path, message) => {
    const student = await makeStudent(t)
    const before = await findStudent(student.id)
    const error = await refusal(change(student, body))
    expect(error.status).toBe(400)
    expect(error.errors).toContainEqual({ path, message })
    expect(await findStudent(student.id)).toEqual(before)
  })

  it("refuses to change another student's profile", async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const before = await findStudent(other.id)
    expect((await refusal(change(student, { address: 'Hacked Street 1' }, other.username))).status).toBe(403)
    expect(await findStudent(other.id)).toEqual(before)
  })

  it('U-09 accepts a multipart picture, scales it down and removes its metadata, and null deletes it', async () => {
    const student = await makeStudent(t)
    const reply = await change(student, form(await photo(), { address: '9 New Road, Jos' }))
    expect(reply.updatedData.address).toBe('9 New Road, Jos')
    const bytes = await storedPicture(reply.updatedData.profilePicture ?? '')
    const metadata = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 192, height: 192 })
    expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
    expect(bytes.includes('Somebody Real')).toBe(false)
    const key = (await findStudent(student.id))?.picture ?? ''
    expect(key).toMatch(/^pictures\/[0-9a-f-]{36}\.webp$/)
    expect((await change(student, { profilePicture: 'ignored' })).updatedData.profilePicture).not.toBeNull()
    expect((await change(student, { profilePicture: null })).updatedData.profilePicture).toBeNull()
    expect(await t.app.files.size(key)).toBeUndefined()
  })
})

describe('a profile picture', () => {
  const put = (student: MadeStudent, body: FormData, username = student.username) =>
    t.as(student.token)(contract.updateStudentPicture, { params: { username }, body })

  it('replaces the old one, whose file is removed', async () => {
    const student = await makeStudent(t)
    await put(student, form(await photo()))
    const first = (await findStudent(student.id))?.picture ?? ''
    const reply = await put(student, form(await photo()))
    expect((await findStudent(student.id))?.picture).not.toBe(first)
    expect(await t.app.files.size(first)).toBeUndefined()
    await storedPicture(reply.profilePicture)
  })

  it('U-21 is a single file after several concurrent uploads, and a failed upload leaves no file', async () => {
    const student = await makeStudent(t)
    const before = (await t.app.files.list('pictures')).length
    await Promise.all([put(student, form(await photo())), put(student, form(await photo()))])
    const whole = await photo()
    await refusal(put(student, form(whole.slice(0, whole.length - 200))))
    expect((await t.app.files.list('pictures')).length).toBe(before + 1)
    // Temporary files are removed after the reply.
    await waitFor(async () => expect(await readdir(join(t.app.config.filesDir, 'tmp'))).toEqual([]))
  })

  it.each([
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><p>hello'],
    ['a truncated picture', '\u0089PNG\r\n\u001a\nxxxx'],
  ])('U-08 is refused if it is %s', async (_, content) => {
    const student = await makeStudent(t)
    const bytes = new Uint8Array(Buffer.from(content, 'latin1'))
    const error = await refusal(put(student, form(bytes)))
    expect(error).toMatchObject({ status: 422, code: 'not_a_picture' })
    expect((await findStudent(student.id))?.picture).toBeNull()
  })

  it('is refused if it is larger than 2 MB', async () => {
    const student = await makeStudent(t)
    const large = new Uint8Array(2 * 1_048_576 + 1)
    expect((await refusal(put(student, form(large)))).status).toBe(413)
    expect((await findStudent(student.id))?.picture).toBeNull()
  })

  it('is required, and cannot be replaced by another student', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const empty = new FormData()
    empty.set('x', 'y')
    expect((await refusal(put(student, empty))).status).toBe(400)
    expect((await refusal(put(student, form(await photo()), other.username))).status).toBe(403)
    expect((await findStudent(other.id))?.picture).toBeNull()
  })

  it('U-21 can be changed up to ten times a day', async () => {
    const student = await makeStudent(t)
    const bytes = await photo()
    for (let i = 0; i < 10; i += 1) await put(student, form(bytes))
    expect((await refusal(put(student, form(bytes)))).status).toBe(429)
  })
})

describe('a profile picture’s link', () => {
  const status = async (link: string | null) => (await t.http.inject(link ?? '')).statusCode

  it('belongs to the session it was created for, and expires with it', async () => {
    const student = await makeStudent(t)
    const body = form(await photo())
    const params = { username: student.username }
    const uploaded = await t.as(student.token)(contract.updateStudentPicture, { params, body })
    const viewer = await makeAnotherAdmin(t, admin)
    const { profilePicture: own } = (await read(student.token, student.username)).data
    const { profilePicture: adminLink } = (await read(viewer.token, student.username)).data
    expect(own).toBe(uploaded.profilePicture)
    expect(adminLink).not.toBe(own)
    for (const link of [own, adminLink]) expect(await status(link)).toBe(200)
    await t.as(student.token)(accounts.logOutStudent, {})
    expect(await status(own)).toBe(403)
    expect(await status(adminLink)).toBe(200)
    await t.as(viewer.token)(accountsAdmin.logOutAdmin, {})
    expect(await status(adminLink)).toBe(403)
  })

  it('to an admin’s picture also expires with the session, in every reply that has one', async () => {
    const other = await makeAnotherAdmin(t, admin)
    const { username } = other
    const body = form(await photo())
    const uploaded = await t.as(other.token)(contract.updateAdminPicture, { params: { username }, body })
    const { adminData } = await t.as(other.token)(contract.readAdminProfile, { query: { username } })
    const { admins: team } = await t.as(other.token)(accountsAdmin.listTeam, {})
    const links = [
      uploaded.profilePicture,
      adminData.profilePicture,
      team.find((member) => member.username === username)?.profilePicture ?? null,
    ]
    const login = await t.as()(accountsAdmin.logInAdmin, { body: { email: other.email, password: ADMIN_PASSWORD } })
    for (const link of [...links, login.adminData.profilePicture]) expect(await status(link)).toBe(200)
    await t.as(other.token)(accountsAdmin.logOutAdmin, {})
    for (const link of links) expect(await status(link)).toBe(403)
    expect(await status(login.adminData.profilePicture)).toBe(200)
    await t.as(login.authToken)(accountsAdmin.logOutAdmin, {})
    expect(await status(login.adminData.profilePicture)).toBe(403)
  })
})

describe('an admin', () => {
  it("can read their own profile and change its picture, but not another admin's", async () => {
    const read = (username: string) => t.as(admin.token)(contract.readAdminProfile, { query: { username } })
    expect((await read(admin.username)).adminData).toEqual({
      _id: admin.id,
      username: admin.username,
      email: admin.email,
      role: 'owner',
      moreRoles: [],
      profilePicture: null,
    })
    expect((await refusal(read('another'))).status).toBe(403)
    const body = form(await photo())
    const call = (username: string) => t.as(admin.token)(contract.updateAdminPicture, { params: { username }, body })
    await storedPicture((await call(admin.username)).profilePicture)
    expect((await refusal(call('another'))).status).toBe(403)
    const [row] = await t.app.db.select().from(admins).where(eq(admins.id, admin.id))
    expect(row?.picture).toMatch(/^pictures\//)
  })
})
