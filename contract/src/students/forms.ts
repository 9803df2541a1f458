// Why admins do something about a student.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'

/** Why a student is disqualified or restored. Stored with the student; the audit log, which is never erased, has no reasons. */
export const ReasonForm = z.strictObject({ reason: field.requiredText({ name: 'Reason', min: 5, max: 500 }) })
