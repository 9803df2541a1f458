// Sentences of the forms and pages that students and admins share. In a file of their own, so that neither students nor
// admins download the sentences of the other's pages.

export const sharedText = {
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  confirmNewPassword: 'Confirm new password',
  submit: 'Submit',
  backToLogin: 'Back to login',

  passwordRules: {
    label: 'Your password needs',
    done: ', done',
    length: '8 or more characters',
    capitalLetter: 'A capital letter',
    smallLetter: 'A small letter',
    number: 'A number',
    special: 'One of @ $ ! % * ? &',
  },

  logIn: {
    button: 'Login',
    busy: 'Logging in...',
  },

  forgotPassword: {
    title: 'Forgot password',
    greeting: { title: 'It happens to everyone.', text: 'We send you a link, and you choose a new password.' },
    sent: 'If {email} has an account, we have sent it a link. The link works once, for 30 minutes. If you do not see the email, look in your spam folder.',
    busy: 'Submitting...',
    sendAgain: 'Send it again',
  },

  resetPassword: {
    title: 'Choose a new password',
    greeting: { title: 'A fresh start.', text: 'Choose a password that only you know.' },
    button: 'Reset password',
    busy: 'Resetting...',
    invalidLinkHelp: 'A link works once, for 30 minutes.',
    askForNewLink: 'Ask for a new link',
    changed: 'Your new password is set. Every device was logged out.',
    connectAgain: 'You can connect it again in your settings.',
    nameGuardian: 'Continue',
    logInNow: 'Login now',
  },
} as const
