import * as contract from '@baobab/contract/profile/endpoints.ts'
import { accountsReplyText } from '@baobab/contract/accounts/text.ts'
import { profileText } from '@baobab/contract/profile/text.ts'
import { toAdminProfile, pictureLink } from '../accounts/picture-links.ts'
import { findAdminById, findStudentById, findStudentByUsername } from '../accounts/queries.ts'
import { auditRead } from '../platform/audit/write-audit-line.ts'
import { requireSelf } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { requireFile } from '../platform/http/multipart.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { changeAdminPicture, changeProfile, changeWantsReading } from './change-profile.ts'
import { proveNumber, removeNumber, sendNumberCode } from './prove-number.ts'
import { loadStudentProfile } from './queries.ts'

export function addProfileRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.readStudentProfile, async ({ who, params }) => {
    if (who.kind === 'student') requireSelf(who, params.username)
    const student =
      who.kind === 'student'
        ? await findStudentById(app.db, who.id)
        : await findStudentByUsername(app.db, params.username)
    if (!student) fail('not_found')
    if (who.kind === 'admin') await auditRead(app, { adminId: who.id, action: 'student.read', subject: student.id })
    return { data: await loadStudentProfile(app, who, student) }
  })
  route(context, contract.updateProfile, async ({ who, params, body, uploads }) => {
    requireSelf(who, params.username)
    const student = await changeProfile(app, who, body, uploads['profilePicture'])
    return { message: profileText.profileUpdated, updatedData: await loadStudentProfile(app, who, student) }
  })
  route(context, contract.changeReadingSetting, async ({ who, body }) => {
    await changeWantsReading(app, who, body.wantsReading)
    return body
  })
  route(context, contract.sendNumberCode, async ({ who, body }) => {
    await sendNumberCode(app, who, body)
    return { message: accountsReplyText.numberCodeSent }
  })
  route(context, contract.proveNumber, async ({ who, body }) => ({
    message: profileText.numberProved,
    provedNumber: await proveNumber(app, who, body.code),
  }))
  route(context, contract.removeNumber, async ({ who, body }) => {
    await removeNumber(app, who, body)
    return { message: profileText.numberRemoved }
  })
  route(context, contract.updateStudentPicture, async ({ who, params, uploads }) => {
    requireSelf(who, params.username)
    const upload = requireFile(uploads['profilePicture'], 'profilePicture', profileText.pictureMissing)
    const student = await changeProfile(app, who, {}, upload)
    return { message: profileText.profileUpdated, profilePicture: pictureLink(app, who, student.picture) ?? '' }
  })
  route(context, contract.readAdminProfile, async ({ who, query }) => {
    requireSelf(who, query.username)
    const admin = (await findAdminById(app.db, who.id)) ?? fail('not_found')
    return { adminData: toAdminProfile(app, who, admin) }
  })
  route(context, contract.updateAdminPicture, async ({ who, params, uploads }) => {
    requireSelf(who, params.username)
    const admin = await changeAdminPicture(app, who, uploads['profilePicture'])
    return { message: profileText.profileUpdated, profilePicture: pictureLink(app, who, admin.picture) ?? '' }
  })
}
