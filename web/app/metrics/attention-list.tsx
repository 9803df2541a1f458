import type { Attention, AttentionKind } from '@baobab/contract/metrics/endpoints.ts'
import type { HealthPart } from '@baobab/contract/system/health.ts'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { healthText } from '../system/text.ts'
import { Card } from '../ui/card.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { formatAmount } from './describe-metrics.ts'
import { attentionLabels, text } from './text.ts'

const icons: Record<AttentionKind, IconName> = {
  payments: 'credit-card',
  messages: 'envelope-simple',
  'draw-proposals': 'graduation-cap',
  'student-proposals': 'eye',
  'points-proposals': 'ranking',
  'birth-proposals': 'eye',
  appeals: 'eye',
  holds: 'eye',
  'list-claims': 'graduation-cap',
  reports: 'question',
  regrades: 'check-circle',
  videos: 'video',
  'notification-mails': 'paper-plane-tilt',
  mails: 'paper-plane-tilt',
  jobs: 'timer',
}

type Props = { items: readonly Attention[]; broken: readonly HealthPart[] }

/** Lists what needs attention, with links to exactly those rows. Parts of Baobab that are broken come first. */
export function AttentionList({ items, broken }: Props) {
  return (
    <Card className="stack stack-3" aria-labelledby="attention">
      <h2 className="card__h" id="attention">
        {text.needsYou}
      </h2>
      {items.length + broken.length === 0 ? (
        <p className="row nowrap muted">
          <Icon name="check-circle" />
          {text.nothingWaits}
        </p>
      ) : (
        <ul className="needs">
          {broken.map((part) => (
            <li key={part}>
              <Link className="needs__a" to={adminPaths.system}>
                <Icon name="warning-circle" />
                <span>{text.isBroken(healthText.parts[part])}</span>
              </Link>
            </li>
          ))}
          {items.map((item) => (
            <li key={`${item.kind} ${item.ageCategory} ${item.username}`}>
              <Link className="needs__a" to={toList(item)}>
                <Icon name={icons[item.kind]} />
                <b className="num">{formatAmount(item.count)}</b>
                <span>{describe(item)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function describe({ kind, count, ageCategory, username }: Attention): string {
  const label = attentionLabels[kind][count === 1 ? 'one' : 'many']
  if (username !== undefined) return text.aboutStudent(label, username)
  return ageCategory ? text.inAges(label, ageCategory) : label
}

/** Returns the address of the list that shows what was counted. */
function toList({ kind, ageCategory, queue, username }: Attention): string {
  switch (kind) {
    case 'payments':
      return adminPaths.paymentsToLookAt
    case 'messages':
      return `${adminPaths.messages}?show=open`
    case 'draw-proposals':
      return adminPaths.scholarship
    case 'student-proposals':
      return username === undefined ? adminPaths.fairPlay : adminPaths.flagged(username)
    case 'points-proposals':
      return username === undefined ? adminPaths.users : `${adminPaths.student(username)}#points`
    case 'birth-proposals':
      return username === undefined ? adminPaths.users : `${adminPaths.student(username)}#corrections`
    case 'appeals':
    case 'holds':
      return `${adminPaths.fairPlay}?show=held${ageCategory ? `&ageCategory=${ageCategory}` : ''}`
    case 'list-claims':
      return `${adminPaths.scholarship}#list-claims`
    case 'reports':
      return adminPaths.reports
    case 'regrades':
      return adminPaths.regrades
    case 'videos':
      return `${adminPaths.content}?state=failed`
    case 'notification-mails':
      return `${adminPaths.notification}?from=failed-emails`
    case 'mails':
    case 'jobs':
      return queue ? `${adminPaths.system}?queue=${queue}` : adminPaths.system
  }
}
