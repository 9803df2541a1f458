import {
  readSystemHealth,
  type HealthPart,
  type HealthState,
  type SystemHealth,
} from '@baobab/contract/system/health.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { RefreshFailed } from '../ui/data-table/refresh-failed.tsx'
import type { IconName } from '../ui/icon.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { describeFacts, healthText as text, nextSteps } from './text.ts'

const REFRESH_MS = 15_000

const looks: Record<HealthState, { kind: 'ok' | 'warn' | 'bad' | 'plain'; icon: IconName }> = {
  well: { kind: 'ok', icon: 'check-circle' },
  look: { kind: 'warn', icon: 'warning' },
  broken: { kind: 'bad', icon: 'warning-circle' },
  unknown: { kind: 'plain', icon: 'question' },
}

const links: Partial<Record<HealthPart, { to: string; label: string }>> = {
  mail: { to: '#failed-jobs', label: text.seeFailedJobs },
  jobs: { to: '#queues', label: text.seeQueues },
  backup: { to: '#backup', label: text.seeBackup },
  provider: { to: adminPaths.paymentsToLookAt, label: text.seePayments },
  draw: { to: adminPaths.scholarship, label: text.seeDraw },
}

const parts: readonly HealthPart[] = ['mail', 'jobs', 'storage', 'backup', 'provider', 'draw', 'versions', 'clock']

/** Says in plain words whether each part of the product works, and what to do if not. */
export function Health() {
  const health = useQuery({ ...apiQuery(readSystemHealth, {}), refetchInterval: REFRESH_MS })
  return (
    <section className="stack stack-3" aria-labelledby="health">
      <h2 className="h-20" id="health">
        {text.heading}
      </h2>
      <QueryView
        query={health}
        failed={text.failed}
        help={errorMessage(health.error)}
        heading="h3"
        loading={
          <Card>
            <Loading text={text.loading}>
              <RowsSkeleton rows={parts.length} />
            </Loading>
          </Card>
        }
      >
        {(data) => (
          <>
            {health.isError && (
              <RefreshFailed failure={text.failed} isBusy={health.isFetching} onRetry={() => void health.refetch()} />
            )}
            <ul className="healths">
              {parts.map((part) => (
                <PartCard key={part} part={part} health={data} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </section>
  )
}

function PartCard<P extends HealthPart>({ part, health }: { part: P; health: SystemHealth }) {
  const { state, facts }: SystemHealth[P] = health[part]
  const link = links[part]
  const sentences = facts === null ? [text.couldNotRead] : describeFacts[part](facts as never)
  return (
    <Card as="li" className="stack stack-2" aria-labelledby={`health-${part}`}>
      <div className="row between">
        <h3 className="card__h" id={`health-${part}`}>
          {text.parts[part]}
        </h3>
        <Chip {...looks[state]}>{text.states[state]}</Chip>
      </div>
      {sentences.map((sentence, index) => (
        // Two servers may have the same sentence.
        <p key={`${index} ${sentence}`} className="muted">
          {sentence}
        </p>
      ))}
      {(state === 'look' || state === 'broken') && (
        <p>
          {nextSteps[part][state]} {link && <Link to={link.to}>{link.label}</Link>}
        </p>
      )}
    </Card>
  )
}
