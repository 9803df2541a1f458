// Sentences of the card in the settings. Apart from the text of the payment pages, which the settings do not load.
export const settingsCardText = {
  title: 'Payment and receipts',
  help: 'See your payments and their receipts.',
  goToPayments: 'Go to my payments',
} as const
