// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const contactText = {
  contactSent: 'Thank you. Your message has been sent. We will reply by email.',
  contactFailed: 'Failed to send message. Please try again later.',
  messagesLoading: 'Loading messages...',
  messagesFailed: 'Failed to load messages.',
  messageAnswered: 'Your answer is on its way.',
  messageAnsweredBefore: 'This message has already been answered.',
} as const
