// Labels of the payment methods, for the receipt page and the receipt email.

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

/** Returns the label for the provider's name of a channel; an unknown name is returned with spaces for underscores. */
export function channelLabel(channel: string): string {
  return channels[channel] ?? channel.replaceAll('_', ' ')
}
