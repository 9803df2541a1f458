/** The database, or the way to it, is not fit for the product; the message tells the operator what to change. */
export class UnsuitableDatabaseError extends Error {}
