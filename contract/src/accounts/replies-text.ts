// What replies and refusals about accounts say. Only the server writes these sentences, so no page loads them.

export const accountsReplyText = {
  codeSent: 'If this email is not verified yet, we have sent it a code.',
  codeTooSoon: 'Please wait a minute before you ask for another code.',
  guardianAgreed: 'Thank you. The account is open now.',
  guardianAgreedButUsernameLost:
    'Thank you, but somebody else has this username now, so the account could not be opened. Please ask the child to sign up again with another username.',
  guardianAskedTooSoon: 'Please wait a minute before you ask us to send it again.',
  consentRefused: 'You said no. We have deleted the registration and everything that was entered.',
  consentWithdrawn: 'The account has been closed, and the personal data has been deleted.',
  registrationNotFound: 'We could not find this registration. Please log in to continue.',
  consentNeeded: 'Your parent or guardian has to agree first. Ask them to open the link in the email we sent them.',
  usernameLost: 'Somebody else has this username now. Please sign up again with another one.',
  sessionEnded: 'That device has been logged out.',
  sessionsEnded: 'All other devices have been logged out.',
} as const
