// Connects a first sign-in to the account with the same email, once its owner has proved who they are.
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { connectAccount as endpoint } from '@baobab/contract/accounts/identity-providers.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { lockProven, nameProof, proveStudent, sendProofCode } from '../prove-student.ts'
import { findStudentByEmail, type StudentRow } from '../queries.ts'
import { connectIdentity } from './connect-identity.ts'
import { logIn } from './finish-sign-in.ts'
import { deleteFlow, findByTicket, type IdentifiedFlow } from './flows.ts'

type Found = { flow: IdentifiedFlow; student: StudentRow }

/** Finds the account with the ticket's email, which the provider has verified. */
async function findAccount(app: App, ticket: string): Promise<Found> {
  const flow = await findByTicket(app, app.db, ticket)
  const student = flow.isEmailVerified && flow.email !== null ? await findStudentByEmail(app.db, flow.email) : undefined
  return { flow, student: student ?? fail('sign_in_expired') }
}

/** Mails a code to the owner of the account. */
export async function mailConnectionCode(app: App, ticket: string): Promise<void> {
  const { student } = await findAccount(app, ticket)
  await sendProofCode(app, student.id)
}

/** Connects a ticket's identity to the account and logs in. Throws 400 if the proof is wrong. */
export async function connectAccount(
  app: App,
  form: ParsedOf<typeof endpoint>['body'],
  userAgent: string | undefined,
): Promise<ReplyOf<typeof endpoint>> {
  const { ticket, password, code, device, rememberMe } = form
  const { flow, student } = await findAccount(app, ticket)
  const proven = await proveStudent(app, student.id, { password, code })
  return app.db.transaction(async (tx) => {
    await lockProven(tx, proven)
    if (!(await deleteFlow(tx, flow))) fail('sign_in_expired')
    const login = await logIn(app, tx, { student, manner: { device, rememberMe, userAgent } })
    await connectIdentity(app, tx, { ...flow, studentId: student.id, proof: nameProof({ password, code }) })
    return login ?? fail('sign_in_expired')
  })
}
