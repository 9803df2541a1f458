/** A transaction as reported by the provider. `amountKobo` is the requested amount, without fees paid by the payer. */
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

/** The provider's mode: with `test` keys, no real money is moved. */
export type ProviderDomain = 'live' | 'test'
