/** A transaction as the provider reports it. `amountKobo` is the agreed price, without fees that the payer bears. */
export type ProviderTransaction = {
  id: string
  status: string
  reference: string
  amountKobo: number
  currency: string
  domain: string
  paidAt: Date | null
  channel: string | null
}

/** Whether real money moves. */
export type ProviderDomain = 'live' | 'test'
