// Text shared by the settings pages of students and admins, and text for the student's settings page.

export const text = {
  title: 'Settings',
  profile: 'Profile',
  username: 'Username',
  email: 'Email',
  sections: 'Parts of the settings',
  sectionTitles: {
    profile: 'Profile',
    screen: 'Screen',
    messages: 'Messages',
    payments: 'Payments and downloads',
    'logging-in': 'Logging in',
    data: 'My data',
  },
  password: 'Password',
  birth: 'Date of Birth',
  number: 'Phone Number',
  address: 'Address',
  school: 'School',
  fixedFields:
    'You cannot change your username, email or date of birth. If one is wrong, write to us. To change your password, go to {methods}.',
  methods: '“Ways to log in”',
  keptFields: 'If your date of birth is wrong, ask your parent or guardian to write to us.',
  save: 'Save Changes',
  saving: 'Saving...',
  badges: 'Badges and certificates',
  logOut: 'Log Out',
  noUserHelp: 'Log in again, or write to us and we will look into it.',
  contactUs: 'Contact Us',

  picture: {
    label: 'Profile picture',
    upload: 'Upload New',
    uploading: 'Uploading...',
    hint: 'A photo from your phone. Only you and our team see it. We make it smaller to save your data.',
    delete: 'Delete Avatar',
    deleteQuestion: 'Delete your picture?',
    deleteEffect: 'Your drawn picture will be shown instead.',
    confirmDelete: 'Delete',
    deleting: 'Deleting...',
  },

  avatar: {
    title: 'Your drawn picture',
    choose: 'Choose a drawn picture',
    replacesPhoto: 'A picture that you choose here replaces your photo.',
    hidden: 'Others see a letter until you save it here.',
    save: 'Use this picture',
    saving: 'Saving...',
  },

  leaderboard: {
    title: 'Leaderboard',
    loading: 'Loading your choice...',
    showMovement: 'Show students close to me on the leaderboard',
    help: 'Only you see this. Your rank and your points stay the same.',
  },
  mails: {
    title: 'Emails',
    label: 'Send me emails about news and quizzes',
    help: 'We always send emails about your account, payments and prizes.',
  },
  display: {
    title: 'Screen and sound',
    sounds: 'Sounds and vibration',
    theme: 'Theme',
    matchPhone: 'Same as this device',
    light: 'Light',
    dark: 'Dark',
  },

  devices: {
    title: 'Where you are logged in',
    now: 'Now',
    thisDevice: 'This device',
    logOut: 'Log out',
    logOutDevice: (device: string) => `Log out ${device}`,
    logOutElsewhere: 'Log out elsewhere',
    logOutElsewhereHelp: 'Logs out all other devices.',
    loggingOut: 'Logging out...',
  },
} as const

export const numberText = {
  verified: 'Your phone number is verified. You can log in with it.',
  notVerified: 'Your phone number is not verified. Verify it to log in with it.',
  verifyNumber: 'Verify phone number',
  question: 'Verify your phone number?',
  effect: (number: string) => `We will send a text message with a code to ${number}.`,
  sendCode: 'Send code',
  sending: 'Sending...',
  code: 'Code from the text message',
  verify: 'Verify',
  verifying: 'Verifying...',
} as const

export const correctionsText = {
  fields: {
    school: 'school',
    number: 'phone number',
    address: 'address',
    gender: 'gender',
    birth: 'date of birth',
    email: 'email',
    guardianEmail: 'parent or guardian',
  },
  emailWaits: (email: string, until: string) =>
    `Our team was asked to change your email to ${email}. It changes once it is confirmed there, until ${until} at the latest. If you did not ask for this, open the link in the email we sent you, or write to us on the {contact}.`,
  contactPage: 'Contact page',
  /** @param value null if it was removed */
  changed: (day: string, field: string, value: string | null) =>
    `Changed by our team on ${day}: ${value === null ? `your ${field} was removed` : `your ${field} is now ${value}`}.`,
} as const
