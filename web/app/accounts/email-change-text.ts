// Text for the page that the links about an email change open.
export const text = {
  title: 'Email change',
  greeting: { title: 'You decide.', text: 'Our team was asked to change the email of an account.' },
  loading: 'Loading...',
  failed: 'We could not load this request.',
  confirmIntro: 'Use {email} for the Baobab account {username}?',
  confirmEffect:
    'From then on you log in with this address. All devices are logged out, and connected accounts such as Microsoft or Apple are disconnected.',
  confirm: 'Yes, use this email',
  confirmHelp: 'If you do not know this account, close this page. Nothing changes.',
  refuseIntro: 'Our team was asked to change the email of the Baobab account {username} to {email}.',
  refuseEffect: 'If this was not you, press the button: the email stays as it is.',
  refuse: 'This was not me',
  refuseHelp: 'If it was you, close this page, and open the link in the email to the new address.',
  reportIntro: 'The email of the Baobab account {username} was changed to {email}.',
  reportEffect: 'If this was not you, press the button: our team checks the account and writes to you.',
  reportHelp: 'If it was you, close this page. Nothing else is needed.',
  sending: 'Sending...',
  logIn: 'Go to Login',
  goHome: 'Go to Home',
  invalidLinkHelp: 'The link is too old, or it was used before. If you still need it, write to us.',
  writeToUs: 'Write to us',
} as const
