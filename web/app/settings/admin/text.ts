// Text for the product settings card.

export const text = {
  title: 'Product settings',
  help: 'Changes apply immediately for everyone, on the pages and in emails.',
  price: 'Price in naira',
  priceHint: (usual: string) => `What a student pays, once. Usually ${usual}.`,
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
  supportHint: 'Shown on the Contact page and at the end of emails. Leave it empty to hide it.',
  save: 'Save product settings',
  saving: 'Saving...',
  lastChanged: (username: string, time: string) => `Last changed by ${username}, ${time}`,
  changePrice: 'Change the price',
  changePriceQuestion: (price: string) => `Change the price to ${price}?`,
  changePriceEffect: (price: string) =>
    `The price is ${price} now. Payments that start from now on cost the new price.`,
} as const
