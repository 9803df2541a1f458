// Why an admin cannot decide something alone, or at all. Times are in Lagos.

const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
})

export const twoAdminsText = {
  /** @param from from when on the admin may decide, because nobody else is left */
  notAmongDeciders: (from?: Date) =>
    `You could not decide this when it began, so another admin has to.${from ? ` If nobody else can, you can decide it from ${TIME.format(from)}.` : ''}`,
  /** @param aloneFrom from when on the admin may decide alone, because nobody else is left */
  anotherHasTo: (aloneFrom?: Date) =>
    `Another admin has to approve.${aloneFrom ? ` If nobody else can, you can decide alone from ${TIME.format(aloneFrom)}.` : ''}`,
} as const
