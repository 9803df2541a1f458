// Text for the product settings card.

export const text = {
  title: 'Product settings',
  help: 'Changes apply immediately for everyone, on the pages and in emails.',
  price: 'Price in naira',
  priceHint: (usual: string) => `What a student pays, once. Usually ${usual}.`,
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
  supportWhatsApp: 'WhatsApp',
  supportHint: 'Shown on the Contact page and at the end of emails. Leave it empty to hide it.',
  supportWhatsAppHint: 'Shown on the Contact page and on Home. Leave it empty to hide it.',
  prize: 'Prize in naira',
  prizeHint: 'What the winner of a month gets. Shown on Home. Leave it empty to hide it.',
  operatorName: 'Who runs this site',
  operatorNameHint: 'The name of your organisation. Shown on Home and About. Leave it empty to hide it.',
  operatorAddress: 'Address',
  operatorAddressHint: 'Where parents can find you. Shown on Home and About. Leave it empty to hide it.',
  save: 'Save product settings',
  saving: 'Saving...',
  lastChanged: (username: string, time: string) => `Last changed by ${username}, ${time}`,
  changePrice: 'Change the price',
  changePriceQuestion: (price: string) => `Change the price to ${price}?`,
  changePriceEffect: (price: string) =>
    `The price is ${price} now. Payments that start from now on cost the new price.`,
} as const
