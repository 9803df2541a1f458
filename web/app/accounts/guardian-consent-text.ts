// What a parent or guardian reads before agreeing to a child's account.

export const text = {
  title: 'Consent for a child’s account',
  greeting: { title: 'A child needs your consent.', text: 'Read what it means, then decide.' },
  intro:
    'A child signed up for Baobab and named you as their parent or guardian. Baobab shows short moral stories with a quiz on each, and draws the winner of a scholarship every month.',
  weStore: 'What we store',
  weStoreText:
    'Username, email, phone number, date of birth, gender and address, a school and a picture if the child adds them, your email, and what the child does here: stories watched, answers, points and payments.',
  othersSee: 'What others see',
  othersSeeText: 'The username, the points and the rank. Nothing else.',
  withdraw: 'How to withdraw your consent',
  withdrawText: 'At any time: {writeToUs} and we delete the account, or the child deletes it under Settings, My data.',
  writeToUsInline: 'write to us',
  fullTerms: 'In full: our {privacy} and {terms}.',
  privacyLink: 'Privacy Policy',
  termsLink: 'Terms',
  agree: 'I agree',
  sending: 'Sending...',
  unknownChild: 'If you do not know this child, close this page. The account stays closed without your consent.',
  agreedHelp: 'The child can now log in with the email and password they signed up with.',
  logIn: 'Login',
  aboutBaobab: 'See what Baobab is',
  invalidLinkHelp:
    'Open the link in the email again, and make sure it is complete: some email apps cut off long links.',
  writeToUs: 'Write to us',
} as const
