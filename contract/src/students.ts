// The console's list of students, one student with everything, what an admin does about one, and lists as files.
import { z } from 'zod'
import { StudentProfile } from './profile.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { EMAIL_MAX } from './limits.ts'
import { PaymentSelection } from './payments-admin.ts'
import { paymentStates } from './payments.ts'
import { AttemptSummary } from './quiz.ts'

const group = 'Console'
const Message = z.object({ message: z.string() })

/** The five filters of the spec, in its order. 'top-10' shows the ten who lead the board of `ageCategory`. */
export const studentFilters = ['all', 'top-10', 'name-a-z', 'males', 'females'] as const
export type StudentFilter = (typeof studentFilters)[number]

export const studentSorts = ['username', 'joined', 'score', 'school', 'ageCategory'] as const
export type StudentSort = (typeof studentSorts)[number]

export const studentStates = ['active', 'unverified', 'disqualified', 'bounced'] as const

/** Which students: the parts of the list's query that an export takes too. */
export const StudentSelection = z.strictObject({
  filter: z.enum(studentFilters, 'Unknown filter').default('all'),
  /** Letters inside a username; fewer than three are its beginning; a whole email address finds its owner. */
  search: field.optionalText({ name: 'Search', max: EMAIL_MAX }).default(''),
  /** Without one: the newest first, or by name where the filter says so, or by score for the ten. */
  sort: z.enum(studentSorts, 'Unknown order').optional(),
  /** Without one: 'desc' for joined and score, else 'asc'. */
  direction: z.enum(['asc', 'desc'], 'Unknown direction').optional(),
  /** 'none' are those whom no category takes today. The ten are of 11-20 where nothing is said. */
  ageCategory: z.enum(['5-10', '11-20', 'none'], 'Unknown age category').optional(),
  paid: z.enum(['yes', 'no'], 'Say yes or no').optional(),
  state: z.enum(studentStates, 'Unknown state').optional(),
})
export type StudentSelection = z.output<typeof StudentSelection>

const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().min(1).max(1_000).optional(),
}

/** One line of the list: nothing that is not in a column. */
export const StudentRow = z
  .object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    gender: z.enum(['male', 'female']),
    school: z.string().nullable(),
    /** Of today's category; 0 before the first answer. */
    score: z.number().int(),
    ageCategory: field.ageCategory.nullable(),
    isPaid: z.boolean(),
    joined: field.instant,
    isVerified: z.boolean(),
    isDisqualified: z.boolean(),
    emailBounced: z.boolean(),
  })
  .meta({ id: 'StudentRow' })
export type StudentRow = z.infer<typeof StudentRow>

/** How many rows a list has in all: counted, about as many, or more than that. */
export const Total = z
  .object({ count: z.number().int(), precision: z.enum(['exact', 'about', 'at-least']) })
  .meta({ id: 'Total' })
export type Total = z.infer<typeof Total>

export const allStudents = endpoint({
  group,
  method: 'GET',
  path: '/admin/all-students',
  who: 'admin',
  summary: 'The list of students, filtered, searched and sorted, a page at a time',
  query: StudentSelection.extend(paging),
  reply: z.object({
    studentData: z.array(StudentRow),
    nextCursor: z.string().nullable(),
    /** With the first page only. */
    total: Total.nullable(),
  }),
})

const studentParams = z.object({ username: field.usernameParam })

/** What an admin sees of one student; never a password, not even its hash. */
export const StudentDetails = z
  .object({
    data: StudentProfile.extend({
      joined: field.instant,
      verifiedAt: field.instant.nullable(),
      guardianEmail: z.string().nullable(),
      guardianAgreedAt: field.instant.nullable(),
      disqualifiedAt: field.instant.nullable(),
      /** Why the student was disqualified or, later, restored: the last reason that was given. */
      disqualifiedReason: z.string().nullable(),
      emailBouncedAt: field.instant.nullable(),
    }),
    /** An attempt that an admin took back says when and why. */
    attempts: z.array(AttemptSummary.extend({ resetAt: field.instant.nullable(), resetReason: z.string().nullable() })),
    payments: z.array(
      z.object({
        _id: z.string(),
        reference: z.string(),
        amountKobo: z.number().int(),
        state: z.enum(paymentStates),
        isRefundDue: z.boolean(),
        openedAt: field.instant,
        confirmedAt: field.instant.nullable(),
      }),
    ),
    /** How many this student can read in all, and the newest twenty of them. */
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
    devices: z.array(z.object({ _id: z.string(), device: z.string(), since: field.instant, lastSeen: field.instant })),
  })
  .meta({ id: 'StudentDetails' })
export type StudentDetails = z.infer<typeof StudentDetails>

export const studentDetails = endpoint({
  group,
  method: 'GET',
  path: '/admin/students/:username',
  who: 'admin',
  summary: 'Everything about one student; each reading is logged',
  params: studentParams,
  reply: StudentDetails,
  fails: ['not_found'],
})

/** Why somebody is disqualified or restored; kept with the student, and logged is only that it was given. */
export const ReasonForm = z.strictObject({ reason: field.requiredText({ name: 'Reason', min: 5, max: 500 }) })

const studentAction = <const Path extends string>(path: Path, summary: string) =>
  ({ group, method: 'POST', path, who: 'admin', summary, params: studentParams, reply: Message }) as const

export const disqualifyStudent = endpoint({
  ...studentAction('/admin/students/:username/disqualify', 'Takes a student off every board and out of every draw'),
  body: ReasonForm,
  fails: ['not_found'],
})

export const restoreStudent = endpoint({
  ...studentAction('/admin/students/:username/restore', 'Gives a disqualified student the place on the board back'),
  body: ReasonForm,
  fails: ['not_found'],
})

export const resendVerification = endpoint({
  ...studentAction(
    '/admin/students/:username/resend-verification',
    'Mails a new code to a student who is not verified, or whose mail came back',
  ),
  fails: ['not_found', 'already_verified'],
})

export const markBounced = endpoint({
  ...studentAction(
    '/admin/students/:username/mark-bounced',
    'Notes that mail to a student came back: no more is sent until the email is verified anew',
  ),
  fails: ['not_found'],
})

/** A list as a file: made in the background, kept for a day. */
export const ExportFile = z
  .object({
    _id: z.string(),
    what: z.enum(['students', 'audit', 'payments']),
    format: z.enum(['csv', 'xlsx']),
    filters: z.record(z.string(), z.string()),
    state: z.enum(['waiting', 'ready', 'failed']),
    rowCount: z.number().int().nullable(),
    createdAt: field.instant,
    finishedAt: field.instant.nullable(),
    /** When the file is removed. */
    expiresAt: field.instant,
  })
  .meta({ id: 'ExportFile' })
export type ExportFile = z.infer<typeof ExportFile>

const format = z.enum(['csv', 'xlsx'], 'Unknown format')

/** What may be asked for as a file, each with the filters of its list. */
export const ExportOrder = z.discriminatedUnion(
  'what',
  [
    z.strictObject({
      what: z.literal('students'),
      format,
      filters: StudentSelection.extend({ filter: z.enum(studentFilters, 'Unknown filter') }),
    }),
    z.strictObject({ what: z.literal('payments'), format, filters: PaymentSelection }),
  ],
  'Unknown list',
)
export type ExportOrder = z.output<typeof ExportOrder>

export const startExport = endpoint({
  group,
  method: 'POST',
  path: '/admin/exports',
  who: 'admin',
  needsReauthentication: true,
  summary: 'Has a list made as a file; the list of exports tells when it is ready',
  body: ExportOrder,
  status: 202,
  reply: z.object({ message: z.string(), export: ExportFile }),
})

export const listExports = endpoint({
  group,
  method: 'GET',
  path: '/admin/exports',
  who: 'admin',
  summary: "One's own exports of the last day, the newest first",
  reply: z.object({ exports: z.array(ExportFile) }),
})

export const linkToExport = endpoint({
  group,
  method: 'POST',
  path: '/admin/exports/:exportId/link',
  who: 'admin',
  needsReauthentication: true,
  summary: "A link that opens one of one's own files, for this login and some hours; each is logged",
  params: z.object({ exportId: field.id }),
  reply: z.object({ url: z.string() }),
  fails: ['not_found'],
})
