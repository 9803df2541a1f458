import { renderMail, type MailBody } from './layout.ts'

type Maintenance = {
  startsAt: Date
  expectedEndAt: Date
  createdAt: Date
  endedAt: Date | null
  isEnd: boolean
  /** The admin who did it; null if it was done from the server's command line. */
  by: string | null
  publicUrl: string
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Tells an admin that maintenance was switched on, planned, switched off or canceled. */
export function maintenanceMail({ isEnd, by, publicUrl, ...times }: Maintenance): MailBody {
  const who = by ?? 'Somebody at the server’s command line'
  const { subject, paragraphs } = isEnd ? describeEnd(times, who) : describeBegin(times, who)
  return renderMail({
    subject,
    paragraphs,
    button: { label: 'Open the System page', link: `${publicUrl}/admin/system` },
    closing: 'You get this email because you are an admin of Baobab.',
    publicUrl,
  })
}

type Times = Pick<Maintenance, 'startsAt' | 'expectedEndAt' | 'createdAt' | 'endedAt'>

function describeBegin({ startsAt, expectedEndAt, createdAt }: Times, who: string) {
  const effect = `During maintenance, nobody can start a quiz or a payment, and running quizzes are paused. It is expected to end on ${MOMENT.format(expectedEndAt)} (Lagos).`
  return startsAt > createdAt
    ? {
        subject: 'Maintenance is planned',
        paragraphs: [`${who} planned maintenance for ${MOMENT.format(startsAt)} (Lagos).`, effect],
      }
    : { subject: 'Maintenance is on', paragraphs: [`${who} switched maintenance on.`, effect] }
}

function describeEnd({ startsAt, endedAt }: Times, who: string) {
  return endedAt !== null && endedAt <= startsAt
    ? {
        subject: 'The planned maintenance was canceled',
        paragraphs: [`${who} canceled the maintenance that was planned for ${MOMENT.format(startsAt)} (Lagos).`],
      }
    : {
        subject: 'Maintenance is off',
        paragraphs: [`${who} switched maintenance off. Paused quizzes got the lost time back.`],
      }
}
