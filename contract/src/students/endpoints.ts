// The admin's list of students, the details of one student, and an admin's actions.
import * as mini from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { z } from 'zod'
import { changeFails } from '../fair-play/admin.ts'
import { StudentProfile } from '../profile/endpoints.ts'
import { BirthProposal, MadeCorrection } from './corrections.ts'
import { EmailChange } from './email-change.ts'
import { GuardianChange, GuardianMessage } from './guardian.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { EMAIL_MAX, SCHOOL_MAX } from '../accounts/rules.ts'
import { EXTRA_TIME_FACTORS } from '../quiz/rules.ts'
import { paymentStates } from '../payments/endpoints.ts'
import { PauseForm } from '../quiz/forms.ts'
import { StreakPause, AttemptSummary } from '../quiz/endpoints.ts'
import type { ErrorCodes } from '../kernel/text.ts'

/** The maximum length of an admin's note about a student, and the maximum number of notes per student: the page shows them all. */
export const STAFF_NOTE_MAX = 1_000
export const STAFF_NOTES_MAX = 200

export const studentsText = {
  studentDisqualified: 'The student has been removed from the leaderboard.',
  studentRestored: 'The student is back on the leaderboard, with all points.',
  extraTimeSet: 'The extra time has been saved. It applies from the next quiz on.',
  chooseExtraTime: 'Please choose one of the times.',
  verificationMailed: 'A new code is on its way.',
  mailsUsedUp: 'We have sent enough emails to this address for now. Please try again later.',
  alreadyVerified: 'This email is already verified.',
  bouncedMarked: 'Marked as bounced. We send no more email to this address.',
  studentsLoading: 'Loading students...',
  studentLoading: 'Loading student...',
  studentsFailed: 'Failed to fetch student data.',
  noStudents: 'No students found.',
} as const

// Messages about admins' notes on a student.

export const studentNotesText = {
  noteAdded: 'The note has been saved.',
  noteDeleted: 'The note has been deleted.',
  tooManyNotes: 'This student has very many notes. Delete some of them first.',
  notesLoading: 'Loading notes...',
  notesFailed: 'We could not load the notes.',
} as const

export const studentsErrors = {
  already_verified: { status: 409, message: studentsText.alreadyVerified },
  too_many_notes: { status: 409, message: studentNotesText.tooManyNotes },
} as const satisfies ErrorCodes

// An admin's reason for an action on a student.

/** Why a student is disqualified or restored. Stored with the student; the audit log, which is never erased, has no reasons. */
export const ReasonForm = mini.strictObject({ reason: field.requiredText({ name: 'Reason', min: 5, max: 500 }) })

// Admins' notes about a student, for each other.

export const StaffNoteForm = mini.strictObject({
  text: field.requiredText({ name: 'Note', max: STAFF_NOTE_MAX, lines: true }),
})

const group = 'Students'
const Message = z.object({ message: z.string() })

/** The filters of the list, in the order of their buttons. 'top-10' is the top of the leaderboard of `ageCategory`, or of both. */
export const studentFilters = ['all', 'top-10', 'name-a-z', 'males', 'females'] as const
export type StudentFilter = (typeof studentFilters)[number]

export const studentSorts = ['username', 'joined', 'score', 'school', 'ageCategory'] as const
export type StudentSort = (typeof studentSorts)[number]

export const studentStates = ['active', 'disqualified', 'bounced'] as const

/** The filters and order of the list: the part of its query that an export also accepts. */
export const StudentSelection = z.strictObject({
  filter: z.enum(studentFilters, 'Unknown filter').default('all'),
  /** Part of a username, email, phone number or school; with fewer than three letters, the beginning of a username. */
  search: z._default(field.optionalText({ name: 'Search', max: EMAIL_MAX }), ''),
  /** Default: 'joined'; 'username' for the filter 'name-a-z'; 'score' for 'top-10'. */
  sort: z.enum(studentSorts, 'Unknown order').optional(),
  /** Default: 'desc' for 'joined' and 'score', otherwise 'asc'. */
  direction: z.enum(['asc', 'desc'], 'Unknown direction').optional(),
  /** 'none': too young or too old for a category today. */
  ageCategory: z.enum(['5-10', '11-20', 'none'], 'Unknown age category').optional(),
  paid: z.enum(['yes', 'no'], 'Say yes or no').optional(),
  state: z.enum(studentStates, 'Unknown state').optional(),
  /** The name of one school; case, spaces, quotes and dashes do not matter. */
  school: z.optional(field.optionalText({ name: 'School', max: SCHOOL_MAX })),
})
export type StudentSelection = z.output<typeof StudentSelection>

const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().min(1).max(1_000).optional(),
}

/** One row of the list: only what its columns show. */
export const ListedStudent = z
  .object({
    _id: z.string(),
    username: z.string(),
    /** Null for students without an email. */
    email: z.string().nullable(),
    gender: z.enum(['male', 'female']),
    school: z.string().nullable(),
    /** In today's age category; 0 before the first answer. */
    score: z.number().int(),
    ageCategory: z.nullable(field.ageCategory),
    isPaid: z.boolean(),
    joined: field.instant,
    isDisqualified: z.boolean(),
    emailBounced: z.boolean(),
  })
  .meta({ id: 'ListedStudent' })
export type ListedStudent = z.infer<typeof ListedStudent>

/** The total number of rows in a list: exact, estimated, or a lower bound. */
export const Total = z
  .object({ count: z.number().int(), precision: z.enum(['exact', 'about', 'at-least']) })
  .meta({ id: 'Total' })
export type Total = z.infer<typeof Total>

export const listStudents = endpoint({
  group,
  method: 'GET',
  path: '/admin/all-students',
  who: ['owner', 'support', 'auditor'],
  summary: 'The list of students, filtered, searched and sorted, a page at a time',
  query: StudentSelection.extend(paging),
  reply: z.object({
    studentData: z.array(ListedStudent),
    nextCursor: z.string().nullable(),
    /** Only sent with the first page. */
    total: Total.nullable(),
  }),
})

const studentParams = z.object({ username: field.usernameParam })

/** What an admin sees of one student; never a password, not even its hash. */
export const StudentDetails = z
  .object({
    data: StudentProfile.extend({
      joined: field.instant,
      /** When the account was opened. */
      verifiedAt: field.instant,
      guardianEmail: z.string().nullable(),
      guardianAgreedAt: z.nullable(field.instant),
      disqualifiedAt: z.nullable(field.instant),
      /** The most recent reason for a disqualification or a restoration. */
      disqualifiedReason: z.string().nullable(),
      emailBouncedAt: z.nullable(field.instant),
      /** The phone number that the student has proved, in E.164. The typed one is `number`. */
      provedNumber: z.string().nullable(),
      /** When an admin began to check the points; null if none is checking. */
      heldAt: z.nullable(field.instant),
      /** The number of fair play flags, and of those that nobody has decided yet. */
      flagCount: z.number().int(),
      openFlagCount: z.number().int(),
      signInMethods: z.array(field.signInMethod),
    }),
    /** The guardian whose account keeps or has joined this one. */
    keeper: z.object({ name: z.string(), maskedAddress: z.string() }).nullable(),
    /** `resetAt` and `resetReason` are set for attempts that an admin reset. */
    attempts: z.array(
      AttemptSummary.extend({ resetAt: z.nullable(field.instant), resetReason: z.string().nullable() }),
    ),
    payments: z.array(
      z.object({
        _id: z.string(),
        reference: z.string(),
        amountKobo: z.number().int(),
        refundedKobo: z.number().int(),
        state: z.enum(paymentStates),
        isRefundDue: z.boolean(),
        openedAt: field.instant,
        confirmedAt: z.nullable(field.instant),
      }),
    ),
    /** The number of all notifications for this student; `notifications` holds the newest twenty. */
    notificationCount: z.number().int(),
    notifications: z.array(
      z.object({
        _id: z.string(),
        title: z.string(),
        description: z.string(),
        update: z.string(),
        date: field.instant,
        isRead: z.boolean(),
      }),
    ),
    streakPauses: z.array(StreakPause),
    devices: z.array(z.object({ _id: z.string(), device: z.string(), since: field.instant, lastSeen: field.instant })),
    /** The corrections that admins made, newest first. The next fields are changes that do not apply yet. */
    corrections: z.array(MadeCorrection),
    birthProposal: BirthProposal.nullable(),
    emailChange: EmailChange.nullable(),
    guardianChange: GuardianChange.nullable(),
    guardianMessages: z.array(GuardianMessage),
  })
  .meta({ id: 'StudentDetails' })
export type StudentDetails = z.infer<typeof StudentDetails>

export const studentDetails = endpoint({
  group,
  method: 'GET',
  path: '/admin/students/:username',
  who: ['owner', 'support', 'auditor'],
  summary: 'All data about one student. Each request is written to the audit log',
  params: studentParams,
  reply: StudentDetails,
  fails: ['not_found'],
})

const studentAction = <const Path extends string>(path: Path, summary: string) =>
  ({ group, method: 'POST', path, who: ['owner', 'support'], summary, params: studentParams, reply: Message }) as const

export const disqualifyStudent = endpoint({
  ...studentAction('/admin/students/:username/disqualify', 'Removes a student from every leaderboard and every draw'),
  body: ReasonForm,
  needsReauthentication: true,
  fails: ['not_found', 'student_is_held', ...changeFails],
})

export const restoreStudent = endpoint({
  ...studentAction(
    '/admin/students/:username/restore',
    'Returns a disqualified student to the leaderboard with all points',
  ),
  body: ReasonForm,
  needsReauthentication: true,
  fails: ['not_found', ...changeFails],
})

export const setExtraTime = endpoint({
  ...studentAction('/admin/students/:username/extra-time', 'Lengthens the time of the quizzes that a student starts'),
  method: 'PUT',
  body: z.strictObject({ factor: z.literal(EXTRA_TIME_FACTORS, studentsText.chooseExtraTime) }),
  fails: ['not_found'],
})

export const pauseStudentStreak = endpoint({
  ...studentAction(
    '/admin/students/:username/streak-pauses',
    "Pauses a student's streak for days of illness or exams, which then do not break it",
  ),
  body: PauseForm,
  fails: ['not_found'],
})

export const deleteStreakPause = endpoint({
  ...studentAction(
    '/admin/students/:username/streak-pauses/:pauseId',
    'Deletes a pause that was set by mistake. Its days count again like any others',
  ),
  method: 'DELETE',
  params: studentParams.extend({ pauseId: field.id }),
  fails: ['not_found'],
})

export const resendVerification = endpoint({
  ...studentAction(
    '/admin/students/:username/resend-verification',
    'Emails a code to a student whose email bounced and works again',
  ),
  fails: ['not_found', 'already_verified'],
})

export const markBounced = endpoint({
  ...studentAction(
    '/admin/students/:username/mark-bounced',
    'Marks the email of a student as bounced: nothing more is sent to it until it is verified again',
  ),
  fails: ['not_found'],
})

// Admins' notes about a student, for each other. Students only see them in the copy of their data.

const params = z.object({ username: field.usernameParam })
export const StaffNote = z
  .object({
    _id: z.string(),
    text: z.string(),
    /** The username of the admin. */
    by: z.string(),
    at: field.instant,
    /** Whether the caller may delete it: only its author and owners may. */
    canDelete: z.boolean(),
  })
  .meta({ id: 'StaffNote' })
export type StaffNote = z.infer<typeof StaffNote>

export const listStaffNotes = endpoint({
  group,
  method: 'GET',
  path: '/admin/students/:username/notes',
  who: ['owner', 'support', 'auditor'],
  summary: 'The notes of admins about a student, the newest first',
  params,
  reply: z.object({ notes: z.array(StaffNote) }),
  fails: ['not_found'],
})

export const addStaffNote = endpoint({
  group,
  method: 'POST',
  path: '/admin/students/:username/notes',
  who: ['owner', 'support'],
  summary: 'Adds a note about a student for other admins',
  params,
  body: StaffNoteForm,
  reply: Message,
  status: 201,
  fails: ['not_found', 'too_many_notes'],
})

export const deleteStaffNote = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/students/:username/notes/:noteId',
  who: ['owner', 'support'],
  summary: 'Deletes a note: authors their own, owners any',
  params: params.extend({ noteId: field.id }),
  reply: Message,
  fails: ['not_found'],
})
