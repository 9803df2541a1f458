// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const accountsText = {
  registered: 'Registration successful',
  registrationFailed: 'Registration failed!',
  loggedIn: 'Login successful!',
  studentLoginFailed: 'Login failed! Please check your credentials.',
  adminLoginFailed: 'Login failed!',
  verifyEmailFirst: 'Please verify your email first.',
  emailVerified: 'Email verified successfully!',
  emailVerifiedTitle: 'Email Verified Successfully!',
  verificationFailed: 'Verification failed! Please try again.',
  verificationMissing: 'Missing email or verification token.',
  tooManyWrongCodes: 'Too many wrong tries. Please ask for a new code.',
  guardianNeeded: "Parent's or guardian's email is required",
  guardianIsSelf: "Enter your parent's or guardian's email, not your own",
  guardianAsked: 'We have emailed your parent or guardian.',
  resetSent: 'Check your email for reset instructions.',
  resetDone: 'Your password has been changed. Please log in.',
  resetError: 'Error resetting password.',
  tokenInvalid: 'Invalid or expired token.',
  passwordsMustMatch: 'Passwords must match',
  passwordsDiffer: 'Passwords do not match.',
  passwordsRequired: 'Both password fields are required.',
  wrongPassword: 'This password is not correct.',
  usernameTaken: 'Username is already taken',
} as const
