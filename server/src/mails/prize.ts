// Mails about a prize, to the winner's parent or guardian and to admins.
import { renderMail, type MailBody } from './layout.ts'

type Values = { username: string; month: string; publicUrl: string }
type Claim = { guardianName: string; guardianPhone: string; publicName: string }

const READ_AND_AGREE = 'Read and agree'
const UNKNOWN =
  'We never ask for money or a password. If you do not know this child, or something here is wrong, write to us on the Contact page right away.'

const describeClaim = ({ guardianName, guardianPhone, publicName }: Claim) =>
  `We now have: ${guardianName}, ${guardianPhone}.${publicName ? ` The name that may be shown in public: ${publicName}.` : ''}`

const describeAgreement = (claimBy: string | null) =>
  claimBy === null
    ? 'A parent or guardian has to agree before the prize is paid.'
    : `A parent or guardian has to agree by ${claimBy}. Otherwise somebody else may win the prize.`

/** Tells a guardian that the winner claimed a prize, or that the claim changed; includes a link if the guardian has to agree. */
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
      ? `${username} changed the guardian’s details, or the name to show in public, for the ${month} prize.`
      : `Our team changed the guardian’s details, or the name to show in public, for ${username}’s ${month} prize. The reason: ${reason}`
  return renderMail({
    subject: isFirst ? `${username} won a Baobab scholarship` : `${username}’s Baobab prize: something was changed`,
    paragraphs: [
      isFirst ? `${username} won the ${month} scholarship and says that you are their parent or guardian.` : change,
      ...(claim ? [describeClaim(claim)] : ['We may now call somebody else about the prize.']),
      ...(link ? [describeAgreement(claimBy)] : []),
    ],
    ...(link && { button: { label: READ_AND_AGREE, link } }),
    closing: UNKNOWN,
    publicUrl,
  })
}

/** Reminds a guardian of what is still missing; includes a link if this guardian can use it to agree. */
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
    subject: `${username}’s prize: please finish by ${claimBy}`,
    paragraphs: [
      `${username} won the ${month} scholarship. Something is still missing. If we do not have it by ${claimBy}, somebody else may win the prize.`,
      toDo,
    ],
    button: link ? { label: READ_AND_AGREE, link } : { label: 'Open Baobab', link: `${publicUrl}/student/claim` },
    closing: UNKNOWN,
    publicUrl,
  })
}

/** Tells a guardian that their agreement was recorded. */
export function agreementRecordedMail({ username, month, publicUrl }: Values): MailBody {
  return renderMail({
    subject: `You agreed to ${username}’s prize`,
    paragraphs: [
      `We have recorded that you, as ${username}’s parent or guardian, agree to the ${month} prize.`,
      'Our team will now check everything and call you. You do not have to do anything else.',
    ],
    closing: 'If you did not agree, write to us on the Contact page right away. We never ask for money or a password.',
    publicUrl,
  })
}

/** Tells an admin that a claim was sent or changed. Names nobody; the page shows who it is about. */
export function claimChangedAdminMail({ month, publicUrl }: { month: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `The claim for the ${month} prize was sent or changed`,
    paragraphs: [
      `The details of the ${month} winner were sent or changed. The page shows who did it, and what they were before.`,
      'If it might not have been the family, call the earlier number first, and do not pay yet.',
    ],
    button: { label: 'Open the prizes', link: `${publicUrl}/admin/scholarship-management` },
    closing: 'You get this email because you handle prizes at Baobab.',
    publicUrl,
  })
}

/** Tells an admin that a redraw was proposed because the winner's time is up. */
export function redrawProposedMail({ month, publicUrl }: { month: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `The ${month} prize was not claimed in time`,
    paragraphs: [
      `The ${month} winner’s time is over, and the claim or a guardian’s agreement is missing. So another draw is proposed.`,
      'Admins decide. If you withdraw the proposal, the winner gets 14 more days.',
    ],
    button: { label: 'Decide', link: `${publicUrl}/admin/scholarship-management` },
    closing: 'You get this email because you handle prizes at Baobab.',
    publicUrl,
  })
}
