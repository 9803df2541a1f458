import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { streakText } from '@baobab/contract/quiz/text.ts'
import {
  countRecipients as countEndpoint,
  listSchools as schoolsEndpoint,
} from '@baobab/contract/notifications/admin.ts'
import * as contract from '@baobab/contract/students/endpoints.ts'
import { studentNotesText, studentsText } from '@baobab/contract/students/endpoints.ts'
import * as points from '@baobab/contract/students/points.ts'
import { pauseAsGuardian as pauseEndpoint } from '@baobab/contract/quiz/endpoints.ts'
import { readList } from '../platform/database/read-list.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { addCorrectionRoutes } from './correction-routes.ts'
import { markBounced, resendVerification } from './email-status.ts'
import { disqualifyStudent, restoreStudent } from '../fair-play/disqualify-student.ts'
import { pauseAsGuardian } from './pause-as-guardian.ts'
import { deleteStreakPause, pauseStudentStreak } from './pause-student-streak.ts'
import { listStudents } from './list-students.ts'
import { listPointChanges } from './points/list-point-changes.ts'
import { readStudentAttempt } from './points/read-student-attempt.ts'
import { studentDetails, type ReadKeeper } from './read-student.ts'
import { listSchools } from './list-schools.ts'
import { countRecipients } from './segments.ts'
import { setExtraTime } from './set-extra-time.ts'
import { addStaffNote, deleteStaffNote, listStaffNotes } from './staff-notes.ts'

export function addStudentRoutes(context: RouteContext, readKeeper: ReadKeeper): void {
  addCorrectionRoutes(context)
  const { app } = context
  route(context, contract.listStudents, ({ query }) => readList(app, (reader) => listStudents(reader, query)))
  route(context, contract.studentDetails, ({ who, params }) => studentDetails(app, who, { ...params, readKeeper }))
  route(context, points.readStudentAttempt, ({ who, params }) => readStudentAttempt(app, who, params.attemptId))
  route(context, points.listPointChanges, ({ who, params, query }) =>
    listPointChanges(app, who, { ...params, ...query }),
  )
  route(context, contract.disqualifyStudent, async ({ who, params, body }) => {
    const isDone = await disqualifyStudent(app, who, { ...params, ...body })
    return { message: isDone ? studentsText.studentDisqualified : scholarshipText.proposed }
  })
  route(context, contract.restoreStudent, async ({ who, params, body }) => {
    const isDone = await restoreStudent(app, who, { ...params, ...body })
    return { message: isDone ? studentsText.studentRestored : scholarshipText.proposed }
  })
  route(context, contract.setExtraTime, async ({ who, params, body }) => {
    await setExtraTime(app, who, { ...params, ...body })
    return { message: studentsText.extraTimeSet }
  })
  route(context, contract.pauseStudentStreak, async ({ who, params, body }) => {
    await pauseStudentStreak(app, who, { ...params, ...body })
    return { message: streakText.paused }
  })
  route(context, contract.deleteStreakPause, async ({ who, params }) => {
    await deleteStreakPause(app, who, params)
    return { message: streakText.pauseDeleted }
  })
  route(context, contract.listStaffNotes, ({ who, params }) => listStaffNotes(app, who, params.username))
  route(context, contract.addStaffNote, async ({ who, params, body }) => {
    await addStaffNote(app, who, { ...params, ...body })
    return { message: studentNotesText.noteAdded }
  })
  route(context, contract.deleteStaffNote, async ({ who, params }) => {
    await deleteStaffNote(app, who, params)
    return { message: studentNotesText.noteDeleted }
  })
  route(context, pauseEndpoint, async ({ body }) => {
    await pauseAsGuardian(app, body)
    return { message: streakText.paused }
  })
  route(context, contract.resendVerification, async ({ who, params }) => {
    await resendVerification(app, who, params.username)
    return { message: studentsText.verificationMailed }
  })
  route(context, contract.markBounced, async ({ who, params }) => {
    await markBounced(app, who, params.username)
    return { message: studentsText.bouncedMarked }
  })
  route(context, countEndpoint, ({ query }) => countRecipients(app, query))
  route(context, schoolsEndpoint, ({ query }) => listSchools(app, query))
}
