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

/** A refund as reported by the provider. */
export type ProviderRefund = {
  id: string
  status: string
  amountKobo: number
  /** The provider's id of the refunded transaction, if the reply has it. */
  transactionId: string | null
  note: string | null
  createdAt: Date | null
}
