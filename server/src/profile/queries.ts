import { defaultAvatar } from '@baobab/contract/profile/text.ts'
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import type { StudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { isKeptByGuardian } from '../accounts/own-address.ts'
import { pictureLink } from '../accounts/picture-links.ts'
import { describeNumberProof } from '../accounts/rules.ts'
import type { StudentRow } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import type { SessionUser } from '../platform/http/auth.ts'
import { readScore } from '../leaderboard/queries.ts'
import { boardAvatar } from '../leaderboard/rules.ts'
import { hasAccess } from '../payments/queries.ts'

/** Loads a profile as seen by `who`, the student or an admin. `score` is for the student's current age category. */
export async function loadStudentProfile(app: App, who: SessionUser, student: StudentRow): Promise<StudentProfile> {
  const ageCategory = ageCategoryAt(student.birth, app.clock.now())
  const [score, paid] = await Promise.all([
    ageCategory ? readScore(app.db, student.id, ageCategory) : 0,
    hasAccess(app.db, student.id),
  ])
  const { id: _id, username, email, number, gender, birth, address, school, extraTimeFactor, wantsReading } = student
  const profilePicture = pictureLink(app, who, student.picture)
  return {
    _id,
    username,
    email,
    number,
    provedNumber: student.provedNumber,
    numberProof: describeNumberProof(student, app.clock.now()),
    gender,
    birth,
    address,
    school,
    ageCategory,
    profilePicture,
    avatar: student.avatar ?? defaultAvatar(username),
    isAvatarHidden: boardAvatar(student) === undefined,
    score,
    isPaid: paid,
    getsOptionalMails: student.optionalMailsOffAt === null,
    extraTimeFactor,
    wantsReading,
    isKeptByGuardian: isKeptByGuardian(student),
  }
}
