// Applies the outcome of a sign-in.
import type { completeSignIn, SignInOutcome } from '@baobab/contract/accounts/identity-providers.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { paths } from '../../paths.ts'
import { takePageAfterLogin } from '../../shell/page-after-login.ts'
import { toast } from '../../ui/toast.tsx'
import { storeFoundRegistration, storeRegistration } from '../pending-verification.ts'
import { storeLogin } from '../store-login.ts'
import { clearTicket, storeTicket } from './pending-sign-in.ts'

/** Stores what an outcome contains, and returns the path of the next page. */
export function applyOutcome(outcome: SignInOutcome | ReplyOf<typeof completeSignIn>, rememberMe: boolean): string {
  if (outcome.step === 'form' || outcome.step === 'account-found') {
    storeTicket(outcome, rememberMe)
    return outcome.step === 'form' ? paths.signIn.complete : paths.signIn.connect
  }
  clearTicket()
  if (outcome.step === 'signed-in') {
    storeLogin(outcome, rememberMe)
    toast(outcome.message)
    return takePageAfterLogin('student') ?? paths.student.dashboard
  }
  if (outcome.step === 'guardian-missing') {
    storeFoundRegistration(outcome)
    return paths.guardianWait
  }
  if (outcome.verificationToken === undefined) storeFoundRegistration(outcome)
  else storeRegistration({ ...outcome, verificationToken: outcome.verificationToken })
  if (outcome.step === 'code-missing' && outcome.again)
    storeTicket({ step: 'form', ...outcome.again }, rememberMe, outcome.registration)
  return paths.verifyEmail
}
