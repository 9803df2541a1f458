// How money came, in our words: on the receipt's page and in its mail alike.

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

/** What the payment provider calls 'bank_transfer' and the like, for people; a new one reads as it says it. */
export function channelLabel(channel: string): string {
  return channels[channel] ?? channel.replaceAll('_', ' ')
}
