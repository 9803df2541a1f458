// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.

export const studentsText = {
  studentDisqualified: 'The student stands on no board now.',
  studentRestored: 'The student is back, with all points.',
  verificationMailed: 'A new code is on its way.',
  mailsUsedUp: 'This address has had enough mails for now. Please try again later.',
  alreadyVerified: 'This email is verified already.',
  bouncedMarked: 'Noted. No more mail goes to this address.',
  studentsLoading: 'Loading students...',
  studentLoading: 'Loading student...',
  studentsFailed: 'Failed to fetch student data.',
  noStudents: 'No students found.',
} as const
