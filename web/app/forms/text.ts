export const formsText = {
  send: 'Send',
  sending: 'Sending...',
  cancel: 'Cancel',
  opening: 'Opening...',
  notOpened: 'The form did not open. Check your network, then try again.',
  notChecked: 'We could not check the form. Check your network, then press the button again.',
  newVersion: 'We have a new version of Baobab. Please press the button again.',
  offline: 'You need the internet to send this.',
  seconds: (count: number) => `${count} s`,
  tryAgainIn: (seconds: number) => `You can try again in ${seconds} seconds.`,
  tryAgainNow: 'You can try again now.',
} as const
