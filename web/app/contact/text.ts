// Text for the public Contact page. Sentences shared with the server are in the contract's contactText.
export const text = {
  pageTitle: 'Contact us',
  heading: 'Contact Us',
  lead: 'Ask about an account, a payment or the scholarship. A person reads every message and answers by email within 2 days.',
  beforeYouWrite: 'Before you write',
  beforeYouWriteHelp:
    'Never send us your password or card number. We will never ask for them. If you have paid, include the payment reference so that we can find your payment.',
  underThirteen: '{question} Write to us together with a parent or guardian, and use their email address.',
  underThirteenQuestion: 'Under 13?',
  contactDirectly: 'Or reach us directly',
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  message: 'Message',
  needsScript: 'This form needs JavaScript. Please write to us:',
  needsScriptWithoutEmail: 'This form needs JavaScript. Please open this page in another browser.',
  sendMessage: 'Send Message',
  sending: 'Sending...',
  isRequired: {
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    message: 'Message is required',
  },
  invalidEmail: 'Invalid email',
} as const
