// Where an account can be reached, and what stands for its person where an email is not there.
type Reachable = { email: string | null; emailBouncedAt?: Date | null; erasedAt?: Date | null }

/** Returns the email that reaches an account; undefined without an email, if mail to it bounces, or after the account was erased. */
export function findMailbox({ email, emailBouncedAt = null, erasedAt = null }: Reachable): string | undefined {
  return email && emailBouncedAt === null && erasedAt === null ? email : undefined
}

/**
 * Returns an address that is nobody else's: the email, else the proved phone number, else the account's id. Children without an
 * email or number therefore count as people of their own.
 */
export function toOwnAddress({
  id,
  email,
  provedNumber,
}: {
  id: string
  email: string | null
  provedNumber: string | null
}): string {
  return email ?? provedNumber ?? id
}

/** Whether a guardian keeps a student's account: the student has neither an email nor a proved phone number. */
export const isKeptByGuardian = (student: {
  guardianId: string | null
  email: string | null
  provedNumber: string | null
}): boolean => student.guardianId !== null && student.email === null && student.provedNumber === null
