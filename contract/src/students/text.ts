// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.
import type { ErrorCodes } from '../kernel/text.ts'

/** The length of an admin's note about a student, and how many a student may have: the page shows them all. */
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

// Messages of the admins' notes about a student.

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
