// Sentences of the card in the settings. In a file of their own, so that the settings do not load the text of the
// payment pages.
export const settingsCardText = {
  title: 'Payment and receipts',
  help: 'See your payments and their receipts.',
  goToPayments: 'Go to my payments',
} as const
