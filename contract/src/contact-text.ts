// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.

export const contactText = {
  contactSent: 'Thank you. Your message has been sent. We will reply by email.',
  contactFailed: 'Failed to send message. Please try again later.',
  messagesLoading: 'Loading messages...',
  messagesFailed: 'Failed to load messages.',
  messageAnswered: 'Your answer is on its way.',
  messageAnsweredBefore: 'This message has already been answered.',
} as const
