// Messages about guardians that the server sends. In a file of their own, because most pages need none of them.

export const guardianText = {
  /** For the link of a mail that an earlier release sent before the child had entered the code. */
  consentTooEarly:
    'The child has not entered the code from our email yet. We will email you again as soon as they have.',
  guardianSaidNo:
    'You said no. We have deleted your email, and the account stays closed until a parent or guardian agrees.',
  consentLinkUnused:
    'This link no longer belongs to an account. If you withdrew your consent, the account is closed and its data deleted.',
  guardianMissing:
    'A parent or guardian has to agree first. Tell us the email of your parent or guardian, and we will ask them.',
} as const
