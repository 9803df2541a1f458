// Sentences for admin registration, login, forgotten passwords and reauthentication. Separate from text.ts, because the
// layout of every admin page loads the sentences for reauthentication.

export const authText = {
  greeting: { title: 'For the Baobab team.', text: 'Manage videos, trivia and students here.' },
  email: 'Email',
  password: 'Password',
  username: 'Username',
  code: 'Code',
  checking: 'Checking...',
  continue: 'Continue',
  cancel: 'Cancel',

  logIn: {
    title: 'Admin login',
    forgotPassword: 'Forgot password?',
    noAccount: 'No account yet? {register}',
    register: 'Register',
    loggedIn: 'Hello {username}. Opening the admin pages...',
    openConsole: 'Go to the admin pages',
    codeHint: 'Without your phone, enter one of your recovery codes.',
    button: 'Login',
    busy: 'Logging in...',
    back: 'Back',
  },

  register: {
    title: 'Admin registration',
    usernameHint: '5 to 30 characters.',
    emailHint: 'The invitation is for this email.',
    setupCode: 'Setup code',
    button: 'Register',
    busy: 'Registering...',
    invitationInvalid: 'This invitation was already used or revoked, or is older than 72 hours. Ask for a new one.',
    askAnAdmin: 'Ask another admin to invite you.',
    registered: 'The account for {email} is ready.',
    logInNow: 'Login now',
    alreadyRegistered: 'Already have an account? {logIn}',
    logIn: 'Login',
  },

  forgotPassword: {
    help: 'Enter the email of your admin account. We will send you a link to choose a new password. Two-factor authentication stays on.',
  },

  reauthentication: {
    reason: 'You logged in a while ago. Please confirm that it is you.',
    password: 'Your password',
  },
} as const
