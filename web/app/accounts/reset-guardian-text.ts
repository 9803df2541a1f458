// Sentences about the guardian on the page where a password is reset.

export const resetGuardianText = {
  failed: 'We could not load who the parent or guardian of this account is.',
  agreed: (day: string) => `{guardian} agreed to this account on ${day} as your parent or guardian, and can close it.`,
  asked: '{guardian} was asked to agree to this account as your parent or guardian.',
  remove: (count: number) =>
    count === 1 ? 'I do not know this address. Remove it.' : 'I do not know one of these addresses. Remove them all.',
  effect:
    'Then a parent or guardian has to agree again before you can log in. You tell us their email on the next page.',
} as const
