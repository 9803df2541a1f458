/**
 * `refuse`: messages are refused for good; `away`: the company replies 503; `no-reply`: a message is accepted, but the reply is lost;
 * `undelivered`: messages are accepted and do not arrive; `twice`: each delivery is reported twice.
 */
export const phoneFaults = ['refuse', 'away', 'no-reply', 'undelivered', 'twice'] as const
export type PhoneFault = (typeof phoneFaults)[number]
