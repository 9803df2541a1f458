// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.

export const studentsText = {
  studentDisqualified: 'The student has been removed from the leaderboard.',
  studentRestored: 'The student is back on the leaderboard, with all points.',
  verificationMailed: 'A new code is on its way.',
  mailsUsedUp: 'We have sent enough emails to this address for now. Please try again later.',
  alreadyVerified: 'This email is already verified.',
  bouncedMarked: 'Marked as bounced. We send no more email to this address.',
  studentsLoading: 'Loading students...',
  studentLoading: 'Loading student...',
  studentsFailed: 'Failed to fetch student data.',
  noStudents: 'No students found.',
} as const
