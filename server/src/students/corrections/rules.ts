// What another date of birth changes for a student, and how corrections are told.
import { ageAt, ageCategoryAt, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { BirthEffect, CorrectedField } from '@baobab/contract/students/corrections.ts'

type Situation = {
  student: { birth: string; disqualifiedAt: Date | null; guardianAgreedAt: Date | null }
  birth: string
  entries: readonly { ageCategory: AgeCategory; score: number; isListed: boolean }[]
  hasRunningQuiz: boolean
  /** Whether the student's points have changed since the month began in Lagos. */
  hasPointsThisMonth: boolean
  /** Whether the student has won a prize that is not paid. */
  hasUnpaidPrize: boolean
  /** Students younger than this need a guardian; 0 if none do. */
  guardianAge: number
  now: Date
}

/**
 * Describes what a date of birth would change. A second admin is needed if points of the current month would count on another
 * leaderboard, and for the winner of an unpaid prize, because the date of birth decides whether a guardian has to agree to the
 * prize. A guardian is asked only if none was needed with the former date, because older accounts may have no guardian.
 */
export function describeBirthEffect(situation: Situation): BirthEffect {
  const { student, birth, entries, hasRunningQuiz, hasPointsThisMonth, hasUnpaidPrize, guardianAge, now } = situation
  const [before, after] = [ageCategoryAt(student.birth, now), ageCategoryAt(birth, now)]
  return {
    before,
    after,
    age: ageAt(birth, now),
    entries: entries.map((entry) => ({
      ...entry,
      willBeListed: student.disqualifiedAt === null && entry.ageCategory === after,
    })),
    asksGuardian:
      student.guardianAgreedAt === null && ageAt(birth, now) < guardianAge && ageAt(student.birth, now) >= guardianAge,
    hasRunningQuiz,
    hasUnpaidPrize,
    needsSecondAdmin: hasUnpaidPrize || (before !== after && hasPointsThisMonth),
  }
}

const fieldNames: Record<CorrectedField, string> = {
  school: 'school',
  number: 'phone number',
  address: 'address',
  gender: 'gender',
  birth: 'date of birth',
  email: 'email',
  guardianEmail: "parent's or guardian's email",
}

const birthFormat = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns the notification that tells a student what was corrected. It does not contain the reason, which is for admins. */
export function describeCorrections(changes: readonly { field: CorrectedField; newValue: string | null }[]): {
  title: string
  description: string
} {
  const sentences = changes.map(({ field, newValue }) =>
    newValue === null
      ? `We removed your ${fieldNames[field]}.`
      : `Your ${fieldNames[field]} is now: ${field === 'birth' ? birthFormat.format(new Date(newValue)) : newValue}.`,
  )
  return {
    title: 'We corrected your details',
    description: `${sentences.join(' ')} Is this wrong? Write to us on the Contact page.`,
  }
}
