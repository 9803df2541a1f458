// Text for correcting a student's data, email and guardian.
import type { CorrectedField } from '@baobab/contract/students/corrections.ts'

export const fieldLabels: Record<CorrectedField, string> = {
  school: 'School',
  number: 'Phone number',
  address: 'Address',
  gender: 'Gender',
  birth: 'Date of birth',
  email: 'Email',
  guardianEmail: 'Guardian',
}

export const text = {
  edit: 'Edit',
  editDetails: 'Edit details',
  editBirth: 'Edit date of birth',
  editEmail: 'Edit email',
  changeGuardian: 'Change guardian',
  addGuardian: 'Add a guardian',
  cancel: 'Cancel',
  sending: 'Sending...',
  saving: 'Saving...',

  detailsTitle: (username: string) => `Correct the details of ${username}`,
  detailsHelp: 'The student gets a notification that says what is different now.',
  save: 'Save correction',
  reason: 'Reason',
  reasonHint: 'For our team. The student can read it in a copy of the data.',

  birthTitle: (username: string) => `Correct the date of birth of ${username}`,
  effect: 'What happens',
  effectLoading: 'Checking what happens...',
  category: (before: string | null, after: string | null) =>
    before === after
      ? `The age group stays ${after ?? 'none'}.`
      : `The age group changes from ${before ?? 'none'} to ${after ?? 'none'}.`,
  age: (age: number) => `The student is ${age} years old today.`,
  points: (category: string, score: string, listed: boolean) =>
    `${score} points in ${category}: ${listed ? 'on the leaderboard' : 'kept, but not on the leaderboard'}.`,
  noPoints: 'The student has no points yet.',
  asksGuardian: 'A parent or guardian has to agree. Until then the student is logged out and cannot log in.',
  runningQuiz: 'A quiz is running. It keeps its age group.',
  secondAdminForPrize: 'The student has won a prize that is not paid yet, so another admin has to approve it.',
  secondAdmin:
    'The student has points of this month and would change to another board, so another admin has to approve it.',
  correct: 'Correct date',
  propose: 'Propose',

  emailTitle: (username: string) => `Change the email of ${username}`,
  emailHelp: 'We email a link to the new address. Until it is confirmed there, within 72 hours, nothing changes.',
  emailNotice: (email: string) => `We also tell ${email}, who can stop it.`,
  emailNoNotice: (email: string) => `Emails to ${email} do not arrive, so nobody there is told.`,
  emailAfter:
    'Once confirmed, the student is logged out everywhere. This cannot be undone, because the new owner confirmed it.',
  newEmail: 'New email',
  sendLink: 'Send the link',

  guardianTitle: (username: string) => `Ask another guardian of ${username}`,
  addGuardianTitle: (username: string) => `Add a guardian of ${username}`,
  guardianHelp: (email: string) =>
    `We ask the new parent or guardian by email. Until they agree, ${email} stays the guardian. If they say no, nothing changes.`,
  addGuardianHelp: 'We ask the parent or guardian by email. Until they agree, nothing changes.',
  guardianEmail: "Parent's or guardian's email",
  ask: 'Ask for consent',

  waiting: 'Waiting',
  birthWaiting: (birth: string, by: string, at: string) => `${by} proposed the date of birth ${birth} on ${at}.`,
  because: (reason: string) => `Reason: ${reason}`,
  anotherHasTo: 'Another admin has to approve it.',
  agree: 'Approve',
  agreeing: 'Approving...',
  withdraw: 'Withdraw',
  withdrawing: 'Withdrawing...',
  emailWaiting: (email: string, by: string, until: string) =>
    `${by} asked to change the email to ${email}. It has to be confirmed there by ${until}.`,
  emailRefused: (email: string, at: string) =>
    `The owner of the present email said on ${at} that the change to ${email} was not them. Nothing changed.`,
  sendAgain: 'Send again',
  cancelChange: 'Cancel change',
  canceling: 'Canceling...',
  guardianWaiting: (email: string, by: string, at: string) =>
    `${by} asked ${email} to be the guardian on ${at}. No answer yet.`,
  guardianRefused: (email: string, at: string) => `${email} said no on ${at}. Nothing changed.`,

  corrections: 'Corrections',
  noCorrections: 'Nothing has been corrected.',
  correctionOf: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  none: 'none',
  madeBy: (by: string, at: string) => `${by}, ${at}`,
  confirmed: 'Cannot be undone: the new owner confirmed it.',
  undo: 'Undo',
  undoing: 'Undoing...',
  undoTitle: (field: string) => `Undo the correction of ${field}?`,
  undoEffect: (field: string, value: string) => `${field} becomes: ${value}. The student gets a notification.`,
  ofField: (field: string) => ` the correction of ${field}`,

  messages: 'Messages to the guardian',
  noMessages: 'Nobody has written to the guardian.',
  write: 'Write to the guardian',
  writeTitle: (email: string) => `Write to ${email}`,
  writeHelp:
    'Our email cannot be answered directly: it has a button to write to us. It cannot be taken back once it is sent.',
  subject: 'Subject',
  message: 'Message',
  send: 'Send',
  sentTo: (email: string, by: string, at: string, isSent: boolean) =>
    `To ${email}, ${by}, ${at}${isSent ? '' : ', not sent yet'}`,
} as const
