// Replies about text messages.

export const smsReplyText = {
  countryNotServed: 'We cannot send text messages to this country. Please use an email.',
  notMobile: 'This number cannot get text messages. Please enter a mobile number, or use an email.',
} as const

export const smsAdminText = {
  loading: 'Loading text messages...',
  failed: 'Failed to load the text messages.',
} as const
