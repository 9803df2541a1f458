/** Statuses and messages by code. A reply may have a more specific message, but always the status given here. */
export type ErrorCodes = Readonly<Record<string, { status: number; message: string }>>
