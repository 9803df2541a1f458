// The texts of text messages. All are in GSM-7, and those with a code fit into one part. A code stands alone in the last line with our
// host, from which browsers fill it in (WebOTP, https://wicg.github.io/sms-one-time-codes/).
import { toGsm7 } from './rules.ts'

/** The code of a message, and where it is entered. */
type Code = { digits: string; publicUrl: string }

const NAME_MAX = 20

/**
 * Returns a first name for a message to somebody who has not confirmed knowing the person: only letters, so that nobody can send
 * advertising or links to strangers by registering.
 */
const toName = (name: string): string =>
  toGsm7(name)
    .replace(/[^\p{L}' -]/gu, '')
    .trim()
    .slice(0, NAME_MAX) || 'A child'

/** The last line of a message with a code. Ports are not allowed there. */
const codeLine = ({ digits, publicUrl }: Code) => `\n\n@${new URL(publicUrl).hostname} #${digits}`

const withCode =
  (purpose: string) =>
  (code: Code): string =>
    `${code.digits} is your Baobab code${purpose}. It works for 15 minutes. Tell it to nobody.${codeLine(code)}`

/** Proves the number of a new account. */
export const verifyCodeText = withCode('')

/** Lets the owner of an account choose a new password. */
export const resetCodeText = withCode(' for a new password')

/** Proves that a logged-in student owns the account. */
export const proofCodeText = withCode(' to confirm a change')

/** Proves the number of an account that exists. */
export const numberCodeText = withCode(' for this number')

/** Tells the owner of an account that somebody registered with its number. */
export const alreadyRegisteredText = ({ publicUrl }: { publicUrl: string }): string =>
  `You have a Baobab account with this number. Log in: ${publicUrl}/student/login - If you did not just sign up, ignore this message.`

/** Tells a parent or guardian that somebody registered with the number of their account. */
export const guardianExistsText = ({ publicUrl }: { publicUrl: string }): string =>
  `You have a Baobab account with this number. Log in: ${publicUrl}/guardian/login - If you did not just sign up, ignore this message.`

/** Tells a number that its account has another one now. */
export const numberReplacedText = ({ publicUrl }: { publicUrl: string }): string =>
  `Your Baobab account has a new phone number. If you did not change it, write to us: ${publicUrl}/contact`

/** Asks a parent or guardian for consent. */
export const guardianConsentText = ({ firstName, link }: { firstName: string; link: string }): string =>
  `Baobab: ${toName(firstName)} wants to learn with Baobab and says you are the parent or guardian. Read more and say yes or no: ${link}`

/** Tells a child what the parent or guardian said. */
export const guardianAnswerText = ({ hasAgreed, publicUrl }: { hasAgreed: boolean; publicUrl: string }): string =>
  hasAgreed
    ? `Baobab: your parent or guardian said yes. You can log in now: ${publicUrl}/student/login`
    : 'Baobab: your parent or guardian said no, so we have deleted what you entered.'

/** Confirms to a parent or guardian that they agreed, with the link to take it back. */
export const guardianThanksText = ({ firstName, link }: { firstName: string; link: string }): string =>
  `Baobab: thank you for saying yes for ${toName(firstName)}. You can change your mind at any time: ${link}`

/** Tells a child that the account is closed, because the parent or guardian said no. */
export const consentEndedText = ({ isRefusal }: { isRefusal: boolean }): string =>
  isRefusal
    ? guardianAnswerText({ hasAgreed: false, publicUrl: '' })
    : 'Baobab: your parent or guardian no longer agrees, so we have closed your account and deleted your data.'

/** Confirms to a parent or guardian that the account is closed. */
export const consentWithdrawnText = ({ username }: { username: string }): string =>
  `Baobab: we have closed the account of ${toName(username)} and deleted the data, as you asked.`

/** Tells a student that they are in a draw. `code`: the first 16 digits of the list's fingerprint, with their letter. */
export const drawText = ({
  month,
  number,
  code,
  link,
}: {
  month: string
  number: number
  code: string
  link: string
}): string => `Baobab: your number in the ${toGsm7(month)} draw is ${number}. Code of the list: ${code}. Check: ${link}`

/** Tells a student that they won the draw. */
export const wonText = ({ month, link }: { month: string; link: string }): string =>
  `Baobab: you won the ${toGsm7(month)} scholarship! Log in to claim your prize: ${link}`

/** Tells a student that an unused account will be deleted. `day`: when. */
export const inactiveAccountText = ({ day, publicUrl }: { day: string; publicUrl: string }): string =>
  `Baobab: you have not used your account for a long time. We delete it on ${toGsm7(day)}. To keep it, log in: ${publicUrl}/student/login`
