import * as corrections from '@baobab/contract/students/corrections.ts'
import { correctionsText } from '@baobab/contract/students/corrections.ts'
import * as email from '@baobab/contract/students/email-change.ts'
import { emailChangeText } from '@baobab/contract/students/email-change.ts'
import * as guardian from '@baobab/contract/students/guardian.ts'
import { guardianAdminText } from '@baobab/contract/students/guardian.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { agreeToBirthProposal, previewBirth, withdrawBirthProposal } from './corrections/correct-birth.ts'
import { correctStudent } from './corrections/correct-student.ts'
import { listOwnCorrections } from './corrections/queries.ts'
import { confirmByLink, readByLink, refuseByLink } from './email-change/answer-email-change.ts'
import { cancelEmailChange, changeEmail, resendEmailChange } from './email-change/change-email.ts'
import { reportByLink } from './email-change/report-email-change.ts'
import { cancelGuardianChange, changeGuardian, writeToGuardian } from './guardian/change-guardian.ts'

export function addCorrectionRoutes(context: RouteContext): void {
  const { app } = context
  route(context, corrections.correctStudent, async ({ who, params, body }) => {
    const outcome = await correctStudent(app, who, { ...params, ...body })
    return { message: correctionsText[outcome], outcome }
  })
  route(context, corrections.previewBirth, ({ who, params, query }) => previewBirth(app, who, { ...params, ...query }))
  route(context, corrections.agreeToBirth, async ({ who, params }) => {
    await agreeToBirthProposal(app, who, params)
    return { message: correctionsText.agreed }
  })
  route(context, corrections.withdrawBirth, async ({ who, params }) => {
    await withdrawBirthProposal(app, who, params)
    return { message: correctionsText.withdrawn }
  })
  route(context, corrections.listOwnCorrections, ({ who }) => listOwnCorrections(app, who))
  route(context, email.changeEmail, async ({ who, params, body }) => {
    await changeEmail(app, who, { ...params, ...body })
    return { message: emailChangeText.asked }
  })
  route(context, email.resendEmailChange, async ({ who, params }) => {
    await resendEmailChange(app, who, params.username)
    return { message: emailChangeText.askedAgain }
  })
  route(context, email.cancelEmailChange, async ({ who, params }) => {
    await cancelEmailChange(app, who, params.username)
    return { message: emailChangeText.canceled }
  })
  route(context, email.readEmailChange, ({ body }) => readByLink(app, body.token))
  route(context, email.confirmEmailChange, async ({ body }) => {
    await confirmByLink(app, body.token)
    return { message: emailChangeText.confirmed }
  })
  route(context, email.refuseEmailChange, async ({ body }) => {
    await refuseByLink(app, body.token)
    return { message: emailChangeText.refused }
  })
  route(context, email.reportEmailChange, async ({ body }) => {
    await reportByLink(app, body.token)
    return { message: emailChangeText.reported }
  })
  route(context, guardian.changeGuardian, async ({ who, params, body }) => {
    await changeGuardian(app, who, { ...params, ...body })
    return { message: guardianAdminText.asked }
  })
  route(context, guardian.cancelGuardianChange, async ({ who, params }) => {
    await cancelGuardianChange(app, who, params.username)
    return { message: guardianAdminText.canceled }
  })
  route(context, guardian.writeToGuardian, async ({ who, params, body }) => {
    await writeToGuardian(app, who, { ...params, ...body })
    return { message: guardianAdminText.messageSent }
  })
}
