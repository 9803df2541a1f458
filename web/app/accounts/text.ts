// Text for the registration, verification and login pages.

export const text = {
  email: 'Email',
  password: 'Password',
  username: 'Username',
  guardianEmail: "Parent's or guardian's email",
  guardianAddress: "Parent's or guardian's email or phone number",
  sending: 'Sending...',
  submit: 'Submit',

  logIn: {
    metaTitle: 'Login',
    metaDescription: 'Welcome back to Baobab.',
    title: 'Welcome Back',
    pageWaits: 'Log in to see this page.',
    rememberMe: 'Remember me',
    forgotPassword: 'Forgot password?',
    newHere: 'New here? {signUp}',
    isParent: 'Are you a parent or guardian? {logIn}',
    parentLogin: 'Log in here',
    signUp: 'Sign Up',
    loggedIn: 'Hello {username}! Opening your dashboard.',
    loggedInForPage: 'Hello {username}! Opening your page.',
    openDashboard: 'Go to my dashboard',
    openPage: 'Open the page',
    enterCode: 'Enter the code',
    resendCode: 'Send the code again',
    verifyNumberFirst: 'Please verify your phone number first.',
  },

  register: {
    metaDescription: 'Make an account: watch moral videos, answer trivia and climb the leaderboard.',
    title: 'Sign Up',
    greeting: { title: 'Join Baobab.', text: 'Free to join. It takes about 5 minutes.' },
    steps: ['About you', 'How we reach you', 'Almost done'],
    usernameHint: '5 to 10 characters. Everyone sees this name, so do not use your real one.',
    number: 'Phone Number',
    birth: 'Date of Birth',
    gender: 'Gender',
    choose: 'Select',
    female: 'Female',
    male: 'Male',
    codeWay: 'How should we send your code?',
    byEmail: 'By email',
    byText: 'By text message',
    guardianEmailHint: 'Ask your mum, dad or guardian. We write to them after you have entered your code.',
    avatar: 'Your picture',
    yourAvatar: 'Your picture.',
    chooseAvatar: 'Change it',
    address: 'Address',
    school: 'School (optional)',
    confirmPassword: 'Confirm Password',
    button: 'Sign Up',
    busy: 'Signing up...',
    terms: 'By signing up you agree to the {terms} and {privacy}. Under 13? Do this with a parent or guardian.',
    termsLink: 'T&C',
    privacyLink: 'Privacy Policy',
    noCategory: 'Quizzes and the leaderboard are for ages 5 to 20. You can still watch every free video.',
    category: (age: number) => `You are ${age}. You will play with ages {category}.`,
    alreadyRegistered: 'Already have an account? {logIn}',
    isParent: 'Are you a parent or guardian? {register}',
    registerChildren: 'Register your children',
    logIn: 'Login',
    codeSent: 'We have sent a code to {email}.',
    codeSentAndGuardianLater:
      'We have sent a code to {email}. Once you have entered it, we ask your parent or guardian, who has to agree.',
    enterCode: 'Enter the code',
  },

  verifyEmail: {
    title: 'Verify your email',
    numberTitle: 'Verify your phone number',
    greeting: { title: 'One more step.', text: 'The code proves that we can reach you.' },
    emailHint: 'The one you signed up with.',
    codeSentTo: 'We sent a code to {email}. Enter it here.',
    codeTextedTo: 'We sent a text message to {number}. Enter its code here.',
    notYourEmail: 'Not your email?',
    notYourNumber: 'Not your phone number?',
    code: 'Verification code',
    codeHint: 'Six numbers. The code works for 15 minutes. No email? Look in your spam folder.',
    textedCodeHint: 'Six numbers. The code works for 15 minutes.',
    wrongCode: 'That code is not right.',
    busy: 'Verifying...',
    resendCode: 'Send again',
    resendCodeIn: (seconds: number) => `Send again in ${seconds} seconds`,
    alreadyVerified: 'Already verified? {logIn}',
    logIn: 'Login',
    verified: 'Your email {email} is verified. You can log in now.',
    numberVerified: 'Your phone number {number} is verified. You can log in now.',
    logInNow: 'Login now',
  },

  guardianWait: {
    title: 'Waiting for your parent or guardian',
    greeting: { title: 'Almost there.', text: 'A parent or guardian has to agree first.' },
    emailVerified: 'Your email is verified.',
    numberVerified: 'Your phone number is verified.',
    emailed:
      'We have emailed {guardian}. Ask them to open the link in that email within {days} days. This page tells you when they have answered.',
    texted:
      'We have sent a text message to {guardian}. Ask them to open the link in it within {days} days. This page tells you when they have answered.',
    nobody:
      'A parent or guardian has to agree to your account. Tell us their email or phone number, and we will ask them. You can log in as soon as they have agreed.',
    answered: 'Your parent or guardian has answered. Try to log in now.',
    alreadyAgreed: 'Have they agreed already? {logIn}',
    logIn: 'Login',
    sendAgain: 'Send the email again',
    sendAgainIn: (seconds: number) => `Send the email again in ${seconds} s`,
    sendTextAgain: 'Send the text message again',
    sendTextAgainIn: (seconds: number) => `Send the text message again in ${seconds} s`,
    change: 'Use another address',
    changeHint: 'The link that we sent before will stop working.',
    send: 'Send the link',
    cancel: 'Cancel',
    logInToChange: 'Log in to send it again or to another address',
  },

  emailSuccess: {
    metaTitle: 'Email verified',
    greeting: { title: 'The account is open.', text: 'The first video is waiting.' },
    help: 'The account is open. To watch the first video, log in with the account’s email or phone number, and its password.',
    backToLogin: 'Back To Login',
  },

  forgotPassword: {
    help: 'Enter the email or phone number that you signed up with. We will send you a link or a code to choose a new password.',
  },
} as const

export const sharedText = {
  email: 'Email',
  emailOrNumber: 'Email or phone number',
  password: 'Password',
  newPassword: 'New password',
  confirmNewPassword: 'Confirm new password',
  submit: 'Submit',
  backToLogin: 'Back to login',

  passwordRules: {
    label: 'Your password needs',
    /** The server refuses these, using a list that is too long for a page. */
    notCommon: 'Make it hard to guess: no names, and no password that many people use, like Password1.',
    easy: 'Too easy to guess. Add another word.',
    done: ', done',
    length: '8 or more characters',
    capitalLetter: 'A capital letter',
    smallLetter: 'A small letter',
    number: 'A number',
    special: 'One of @ $ ! % * ? &',
  },

  logIn: {
    name: 'Email, phone or username',
    button: 'Login',
    busy: 'Logging in...',
  },

  forgotPassword: {
    title: 'Forgot password',
    greeting: {
      title: 'It happens to everyone.',
      text: 'We send you a link or a code, and you choose a new password.',
    },
    sent: 'If {email} has an account, we have sent it a link. The link works once, for 30 minutes. If you do not see the email, look in your spam folder.',
    busy: 'Submitting...',
    sendAgain: 'Send it again',
  },

  resetPassword: {
    title: 'Choose a new password',
    greeting: { title: 'A fresh start.', text: 'Choose a password that only you know.' },
    button: 'Reset password',
    busy: 'Resetting...',
    codeTexted: 'If {number} has an account, we have sent it a text message with a code.',
    code: 'Code from the text message',
    wrongCode: 'That code is not right, or it is too old.',
    askForNewCode: 'Send a new code',
    invalidLinkHelp: 'A link works once, for 30 minutes.',
    askForNewLink: 'Ask for a new link',
    changed: 'Your new password is set. Every device was logged out.',
    connectAgain: 'You can connect it again in your settings.',
    nameGuardian: 'Continue',
    logInNow: 'Login now',
  },
} as const

// What a parent or guardian reads before agreeing to a child's account

export const guardianConsentText = {
  title: 'Consent for a child’s account',
  greeting: {
    title: 'You decide.',
    text: 'A child’s account needs your consent, and you can withdraw it at any time.',
  },
  loading: 'Loading...',
  failed: 'We could not load this request.',
  intro:
    'A child with the username {username} signed up for Baobab and says that you are their parent or guardian. Baobab shows short moral videos with a quiz on each.',
  introChange:
    'Our team was told that you are the parent or guardian of the child with the username {username}. Baobab shows short moral videos with a quiz on each.',
  introAgreed: 'You agreed to the Baobab account of {username}.',
  mayDo: 'What the child can do',
  mayDoText:
    'Watch videos, answer quizzes, collect points, badges and certificates, appear on the leaderboard, join a weekly league, take part in the monthly scholarship and, from the age of 13, play quizzes with friends. Children cannot write to each other here.',
  weStore: 'What we store',
  weStoreText:
    'The child’s username, email, phone number, date of birth, gender and address, and the school and picture if the child adds them. Also your email or phone number, and what the child does here: videos watched, answers, points and payments.',
  othersSee: 'What others see',
  othersSeeText:
    'The child’s username, drawn picture, points, rank and weekly league. They also see if the child wins a scholarship, and any certificate that the child shows them. From the age of 13, friends also see the age group, points this month, streak and game results. The child has to agree to each friend. Others see nothing else.',
  withdrawTitle: 'How to withdraw your consent',
  withdrawText: 'Keep our message. Its link opens this page, where you can close the account at any time.',
  fullTerms: 'For all details, read our {privacy} and {terms}.',
  privacyLink: 'Privacy Policy',
  termsLink: 'Terms',
  agree: 'I agree',
  sending: 'Sending...',
  no: 'No',
  registrationRefusal: {
    question: (username: string) => `Refuse ${username}’s account?`,
    effect: 'We delete everything that the child entered. This cannot be undone.',
    confirm: 'Refuse and delete',
    unknownChild:
      'If you do not know this child, choose “No”. We then delete everything that was entered, including how to reach you.',
  },
  /** The account was open before and is waiting for a new guardian. */
  accountRefusal: {
    question: (username: string) => `Refuse ${username}’s account?`,
    effect: 'We delete your email or phone number. The account stays closed until another parent or guardian agrees.',
    confirm: 'Refuse',
    unknownChild: 'If you do not know this child, choose “No”. We then delete your email or phone number.',
  },
  /** Another guardian has agreed before, and stays. */
  changeRefusal: {
    question: (username: string) => `Refuse to be ${username}’s guardian?`,
    effect: 'We delete your email or phone number. The account stays as it is.',
    confirm: 'Refuse',
    unknownChild: 'If you do not know this child, choose “No”. We then delete your email or phone number.',
  },
  agreedOn: (day: string) => `You agreed on ${day}.`,
  pauseTitle: 'Streak',
  pauseHelp: 'Is your child ill, or are there exams? A pause of up to 60 days does not break the streak.',
  pauseFrom: 'First day',
  pauseTo: 'Last day',
  pause: 'Pause these days',
  withdraw: 'Withdraw my consent',
  withdrawQuestion: (username: string) => `Close the account of ${username}?`,
  withdrawEffect:
    'The account and its personal data are deleted immediately. Points stay without a name. This cannot be undone.',
  withdrawConfirm: 'Close the account',
  agreedHelp: 'We have sent you a confirmation. With its link you can withdraw your consent at any time.',
  next: 'Continue',
  aboutBaobab: 'See what Baobab is',
  invalidLinkHelp: 'Open the link in our message again, and make sure it is complete: some apps cut off long links.',
  writeToUs: 'Write to us',
} as const

export const resetGuardianText = {
  failed: 'We could not load who the parent or guardian of this account is.',
  agreed: (day: string) => `{guardian} agreed to this account on ${day} as your parent or guardian, and can close it.`,
  asked: '{guardian} was asked to agree to this account as your parent or guardian.',
  remove: (count: number) =>
    count === 1 ? 'I do not know this address. Remove it.' : 'I do not know one of these addresses. Remove them all.',
  effect:
    'Then a parent or guardian has to agree again before you can log in. You tell us their email on the next page.',
} as const
