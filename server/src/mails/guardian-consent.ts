import { GUARDIAN_WAIT_DAYS } from '@baobab/contract/accounts/rules.ts'
import { renderMail, type MailBody } from './layout.ts'

/**
 * @param values.isAccount whether the account was open before, and is now waiting for another guardian
 * @param values.isChange whether our team was told about this guardian; the former one stays until this one agrees
 */
export function guardianConsentMail(values: {
  username: string
  link: string
  isAccount: boolean
  isChange: boolean
  publicUrl: string
}): MailBody {
  const { isAccount, isChange } = values
  const told = isChange
    ? 'has an account at Baobab, and our team was told that you are their parent or guardian'
    : `${isAccount ? 'has an account' : 'registered'} at Baobab and says that you are their parent or guardian`
  return renderMail({
    subject: isAccount ? 'A child needs your consent to use Baobab' : 'A child needs your consent to join Baobab',
    paragraphs: [
      `${values.username} ${told}. Baobab shows short moral videos with a quiz on each one. Every month one student wins a scholarship. To agree or to say no, open this link:`,
      'We store the username, email, phone number, date of birth, gender and address.',
      'Others see the username, drawn picture, points, rank and weekly league. They also see if the child wins a scholarship, and any certificate that the child shows them. From the age of 13, friends see a little more: age group, points this month, streak and game results. The child has to agree to each friend.',
      'Keep this email: with the same link you can withdraw your consent at any time. This closes the account.',
    ],
    button: { label: 'Read and decide', link: values.link },
    closing: isChange
      ? 'If you do not know this child, say no, and we delete your email. The account then stays as it is.'
      : isAccount
        ? 'If you do not know this child, say no, and we delete your email. Without your consent the account stays closed.'
        : `If you do not know this child, say no, and we delete what was entered. Without your consent the account stays closed, and we delete it after ${GUARDIAN_WAIT_DAYS} days.`,
    publicUrl: values.publicUrl,
  })
}
