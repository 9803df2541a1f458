// What a parent or guardian reads before agreeing to a child's account.

export const text = {
  title: 'Consent for a child’s account',
  greeting: {
    title: 'You decide.',
    text: 'A child’s account needs your consent, and you can withdraw it at any time.',
  },
  loading: 'Loading...',
  failed: 'We could not load this request.',
  intro:
    'A child with the username {username} signed up for Baobab and named you as their parent or guardian. Baobab shows short moral videos with a quiz on each.',
  introAgreed: 'You agreed to the Baobab account of {username}.',
  mayDo: 'What the child can do',
  mayDoText:
    'Watch videos, answer quizzes, collect points, badges and certificates, appear on the leaderboard and take part in the monthly scholarship. Children cannot write to each other here.',
  weStore: 'What we store',
  weStoreText:
    'The child’s username, email, phone number, date of birth, gender and address, and the school and picture if the child adds them. Also your email, and what the child does here: videos watched, answers, points and payments.',
  othersSee: 'What others see',
  othersSeeText:
    'The child’s username, points and rank, the username of a scholarship winner, and a certificate if the child shows it to them. Nothing else.',
  withdrawTitle: 'How to withdraw your consent',
  withdrawText: 'Keep our email. Its link opens this page, where you can close the account at any time.',
  fullTerms: 'For all details, read our {privacy} and {terms}.',
  privacyLink: 'Privacy Policy',
  termsLink: 'Terms',
  agree: 'I agree',
  sending: 'Sending...',
  no: 'No',
  registrationRefusal: {
    question: (username: string) => `Refuse the account of ${username}?`,
    effect: 'We delete everything that the child entered. This cannot be undone.',
    confirm: 'Refuse and delete',
    unknownChild:
      'If you do not know this child, choose “No”. We then delete everything that was entered, including your email.',
  },
  /** The account was open before, and waits for another guardian. */
  accountRefusal: {
    question: (username: string) => `Refuse the account of ${username}?`,
    effect: 'We delete your email. The account stays closed until another parent or guardian agrees.',
    confirm: 'Refuse',
    unknownChild: 'If you do not know this child, choose “No”. We then delete your email.',
  },
  agreedOn: (day: string) => `You agreed on ${day}.`,
  pauseTitle: 'Days in a row',
  pauseHelp: 'Is your child ill, or are there exams? A pause of at most 60 days does not break the days in a row.',
  pauseFrom: 'First day',
  pauseTo: 'Last day',
  pause: 'Pause these days',
  withdraw: 'Withdraw my consent',
  withdrawQuestion: (username: string) => `Close the account of ${username}?`,
  withdrawEffect:
    'The account and its personal data are deleted immediately. Points stay without a name. This cannot be undone.',
  withdrawConfirm: 'Close the account',
  agreedHelp: 'We have emailed you a confirmation. With its link you can withdraw your consent at any time.',
  next: 'Continue',
  aboutBaobab: 'See what Baobab is',
  invalidLinkHelp:
    'Open the link in the email again, and make sure it is complete: some email apps cut off long links.',
  writeToUs: 'Write to us',
} as const
