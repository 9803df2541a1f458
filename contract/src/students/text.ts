// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

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
