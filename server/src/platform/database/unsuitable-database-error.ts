/** The database, or the connection to it, is not suitable for the product; the message tells the operator what to change. */
export class UnsuitableDatabaseError extends Error {}
