// Text shared by the settings pages of students and admins, and text for the student's settings page.

export const text = {
  title: 'Settings',
  profile: 'Profile',
  username: 'Username',
  email: 'Email',
  password: 'Password',
  birth: 'Date of Birth',
  number: 'Phone Number',
  address: 'Address',
  school: 'School',
  fixedFields: 'You cannot change your username, email or date of birth. Change your password under {methods}.',
  methods: '“How you sign in”',
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
    hint: 'JPG, PNG, WebP, GIF or AVIF. We shrink it to save your data.',
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
    privacy: 'Only you and our team see it.',
    save: 'Use this picture',
    saving: 'Saving...',
  },

  leaderboard: {
    title: 'Leaderboard',
    loading: 'Loading your choice...',
    showMovement: 'Show who is near me and how far I moved',
    help: 'Only you see this. Your rank and your points stay the same.',
  },
  mails: {
    title: 'Emails',
    label: 'Send me emails about news and quizzes',
    help: 'You always get emails about your account, payments and prizes.',
  },
  display: {
    title: 'Display',
    theme: 'Theme',
    matchPhone: 'Match my phone',
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
    logOutElsewhereHelp: 'Logs out all other devices. We also forget the other browsers you have used.',
    loggingOut: 'Logging out...',
  },
} as const
