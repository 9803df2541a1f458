import * as contract from '@baobab/contract/accounts.ts'
import { profileText } from '@baobab/contract/profile-text.ts'
import { adminDataOf, pictureLink } from '../accounts/picture-links.ts'
import { adminById, studentById, studentByUsername } from '../accounts/queries.ts'
import { writeLine } from '../audit/write-line.ts'
import { requireSelf } from '../platform/auth.ts'
import { fail, failField } from '../platform/errors.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { changeAdminPicture, changeProfile } from './change-profile.ts'
import { profileOf } from './queries.ts'

export function addProfileRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.oneStudent, async ({ who, params }) => {
    if (who.kind === 'student') requireSelf(who, params.username)
    const student =
      who.kind === 'student' ? await studentById(app.db, who.id) : await studentByUsername(app.db, params.username)
    if (!student) fail('not_found')
    if (who.kind === 'admin')
      await writeLine(app, app.db, { adminId: who.id, action: 'student.read', subject: student.id })
    return { data: await profileOf(app, student) }
  })
  route(context, contract.updateProfile, async ({ who, params, body, uploads }) => {
    requireSelf(who, params.username)
    const student = await changeProfile(app, who, body, uploads['profilePicture'])
    return { message: profileText.profileUpdated, updatedData: await profileOf(app, student) }
  })
  route(context, contract.updateStudentPicture, async ({ who, params, uploads }) => {
    requireSelf(who, params.username)
    const upload = uploads['profilePicture'] ?? failField('profilePicture', profileText.pictureMissing)
    const student = await changeProfile(app, who, {}, upload)
    return { message: profileText.profileUpdated, profilePicture: pictureLink(app, student.picture) ?? '' }
  })
  route(context, contract.oneAdmin, async ({ who, query }) => {
    requireSelf(who, query.username)
    const admin = (await adminById(app.db, who.id)) ?? fail('not_found')
    return { adminData: adminDataOf(app, admin) }
  })
  route(context, contract.updateAdminPicture, async ({ who, params, uploads }) => {
    requireSelf(who, params.username)
    const admin = await changeAdminPicture(app, who, uploads['profilePicture'])
    return { message: profileText.profileUpdated, profilePicture: pictureLink(app, admin.picture) ?? '' }
  })
}
