// What a parent or guardian reads before agreeing to a prize.

export const text = {
  title: 'Consent for a prize',
  greeting: { title: 'You decide.', text: 'A child gets a prize only if a parent or guardian agrees.' },
  loading: 'Loading...',
  failed: 'We could not load this request.',
  intro: '{username} won the scholarship of {month} on Baobab, and named you as parent or guardian.',
  guardian: 'Parent or guardian',
  phone: 'The phone number that we call',
  publicName: 'The name that everyone may see',
  noName: 'Only the username',
  nameHelp: 'Our team checks the name before anybody sees it.',
  agreement:
    'By agreeing, you say that you are the parent or guardian, that this is right, and that the child may get the prize.',
  by: (time: string) => `Please answer by ${time}. After that, somebody else may win the prize.`,
  beforeIsPaid: 'Something was changed, so you have to agree again before the prize is paid.',
  agree: 'I agree',
  sending: 'Sending...',
  wrong:
    'Is something wrong, or do you not agree? Then do not press the button. {link} at once. We never ask for money or a password.',
  writeToUs: 'Write to us',
  agreed: 'You have agreed. Our team will call you.',
  home: 'What Baobab is',
  invalid: 'This link no longer works.',
  invalidHelp:
    'Something may have been changed since we sent it: look for a later email from us. If there is none, write to us.',
} as const
