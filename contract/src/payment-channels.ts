// Names of the ways to pay, for the receipt page and its email.

const channels: Record<string, string> = {
  card: 'Card',
  bank: 'Bank account',
  bank_transfer: 'Bank transfer',
  ussd: 'USSD',
  qr: 'QR code',
  eft: 'EFT',
  mobile_money: 'Mobile money',
  apple_pay: 'Apple Pay',
}

/** The label of the provider's channel name; an unknown name is shown with spaces for underscores. */
export function channelLabel(channel: string): string {
  return channels[channel] ?? channel.replaceAll('_', ' ')
}
