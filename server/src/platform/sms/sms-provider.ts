// What the product needs from a company that sends text messages.

export type SmsProviderName = 'termii' | 'africas-talking'

/** A message to a number in E.164. The text is in GSM-7, so that 160 characters are one part. */
export type Sms = { to: string; text: string }

/** What a delivery report says about a message. */
export type DeliveryReport = { messageId: string; state: 'delivered' | 'failed'; reason: string | null }

/** A delivery report as it arrives: the body as bytes, because signatures cover bytes. */
export type ReportRequest = { headers: Record<string, string | string[] | undefined>; body: Buffer }

export type SmsProvider = {
  name: SmsProviderName
  /**
   * Gives a message to the provider.
   * @returns the provider's id of the message
   * @throws SmsRefusedError if trying again is useless; any other error may be temporary
   */
  send(sms: Sms): Promise<{ messageId: string }>
  /** Reads a delivery report; undefined if it is none that the provider has signed, `null` if it says nothing final. */
  readReport(request: ReportRequest): DeliveryReport | null | undefined
}

/** The provider refuses a message for good, such as to a number that does not exist. */
export class SmsRefusedError extends Error {}
