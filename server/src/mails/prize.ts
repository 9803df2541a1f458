// Mails about a prize, to the parent or guardian of the winner and to admins.
import { renderMail, type MailBody } from './layout.ts'

type Values = { username: string; month: string; publicUrl: string }
type Claim = { guardianName: string; guardianPhone: string; publicName: string }

const READ_AND_AGREE = 'Read and agree'
const UNKNOWN =
  'We never ask for money or a password. If you do not know this child, or something here is wrong, write to us on the Contact page at once.'

const describeClaim = ({ guardianName, guardianPhone, publicName }: Claim) =>
  `We now have: ${guardianName}, ${guardianPhone}.${publicName ? ` The name that may be shown in public: ${publicName}.` : ''}`

const describeAgreement = (claimBy: string | null) =>
  claimBy === null
    ? 'A parent or guardian has to agree before the prize is paid.'
    : `A parent or guardian has to agree by ${claimBy}. Otherwise somebody else may win the prize.`

/** Tells a guardian that the winner claimed a prize, or that the claim was changed; with a link if the guardian has to agree. */
export function claimChangedMail(
  values: Values & {
    claimBy: string | null
    isFirst: boolean
    reason: string | null
    claim: Claim | null
    link: string | null
  },
): MailBody {
  const { username, month, claimBy, publicUrl, isFirst, reason, claim, link } = values
  const change =
    reason === null
      ? `${username} changed what we know about the guardian or the name for the prize of ${month}.`
      : `Our team changed what we know about the guardian or the name for the prize of ${month} of ${username}. The reason: ${reason}`
  return renderMail({
    subject: isFirst
      ? `${username} won a scholarship of Baobab`
      : `The prize of ${username} on Baobab: something was changed`,
    paragraphs: [
      isFirst ? `${username} won the scholarship of ${month} and named you as parent or guardian.` : change,
      ...(claim ? [describeClaim(claim)] : ['You may no longer be the person whom we call about the prize.']),
      ...(link ? [describeAgreement(claimBy)] : []),
    ],
    ...(link && { button: { label: READ_AND_AGREE, link } }),
    closing: UNKNOWN,
    publicUrl,
  })
}

/** Reminds a guardian of what is still missing; with a link if this guardian can agree by it. */
export function prizeReminderMail(
  { username, month, claimBy, publicUrl }: Values & { claimBy: string },
  { missing, link }: { missing: 'claim' | 'agreement'; link: string | null },
): MailBody {
  const toDo =
    missing === 'claim'
      ? `The prize has not been claimed yet. Please open Baobab together with ${username} and fill in the form.`
      : link
        ? 'A parent or guardian has to agree. Please open the link, read it, and agree.'
        : 'A parent or guardian has to agree. Please call us, or answer when we call.'
  return renderMail({
    subject: `The prize of ${username} waits until ${claimBy}`,
    paragraphs: [
      `${username} won the scholarship of ${month}. If what is missing is not there by ${claimBy}, somebody else may win the prize.`,
      toDo,
    ],
    button: link ? { label: READ_AND_AGREE, link } : { label: 'Open Baobab', link: `${publicUrl}/student/claim` },
    closing: UNKNOWN,
    publicUrl,
  })
}

/** Tells a guardian that the agreement was recorded. */
export function agreementRecordedMail({ username, month, publicUrl }: Values): MailBody {
  return renderMail({
    subject: `You agreed to the prize of ${username}`,
    paragraphs: [
      `It is recorded that you, as the parent or guardian of ${username}, agree to the prize of ${month}.`,
      'Our team now checks everything and calls you. You do not have to do anything else.',
    ],
    closing: 'If you did not agree, write to us on the Contact page at once. We never ask for money or a password.',
    publicUrl,
  })
}

/** Tells an admin that a claim was sent or changed. Names nobody: who it is about is on the page. */
export function claimChangedAdminMail({ month, publicUrl }: { month: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `The claim for the prize of ${month} was sent or changed`,
    paragraphs: [
      `What we know about the winner of ${month} was sent or changed. The page shows who did it, and what it was before.`,
      'If somebody else than the family may have done it, call the number of before first, and do not pay yet.',
    ],
    button: { label: 'Open the prizes', link: `${publicUrl}/admin/scholarship-management` },
    closing: 'You get this email because you deal with prizes at Baobab.',
    publicUrl,
  })
}

/** Tells an admin that a redraw was proposed because the time of the winner is over. */
export function redrawProposedMail({ month, publicUrl }: { month: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `The prize of ${month} was not claimed in time`,
    paragraphs: [
      `The time of the winner of ${month} is over: the claim or the agreement of a guardian is missing. So another draw is proposed.`,
      'Admins decide. If you withdraw the proposal, the winner gets 14 more days.',
    ],
    button: { label: 'Decide', link: `${publicUrl}/admin/scholarship-management` },
    closing: 'You get this email because you deal with prizes at Baobab.',
    publicUrl,
  })
}
