import type { HealthPart, SystemHealth } from '@baobab/contract/system/health.ts'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { Card } from '../ui/card.tsx'
import { StateChip } from './health.tsx'
import { describeFacts, healthText, nextSteps, text, unknownStep } from './text.ts'
import { listFindings } from './use-findings.ts'

const links: Partial<Record<HealthPart, { to: string; label: string }>> = {
  mail: { to: '#failed-jobs', label: healthText.seeFailedJobs },
  jobs: { to: '#failed-jobs', label: healthText.seeFailedJobs },
  backup: { to: '#backup', label: healthText.seeBackup },
  provider: { to: adminPaths.paymentsToLookAt, label: healthText.seePayments },
  draw: { to: adminPaths.scholarship, label: healthText.seeDraw },
}

/** Parts whose facts are not technical, so that an admin can act on them. */
const plainParts = new Set<HealthPart>(['storage', 'backup', 'draw'])

/** Says in one sentence whether everything is working, and otherwise what needs a person. */
export function describeFindings(health: SystemHealth): string {
  const findings = listFindings(health)
  return findings.length === 0 ? text.allWell : text.needYou(findings.map((part) => healthText.parts[part]))
}

/** What an admin should do about each part that needs somebody; nothing if everything is working. */
export function Findings({ health }: { health: SystemHealth }) {
  const findings = listFindings(health)
  if (findings.length === 0) return null
  return (
    <section aria-label={text.toDo}>
      <ul className="healths">
        {findings.map((part) => (
          <Finding key={part} part={part} health={health} />
        ))}
      </ul>
    </section>
  )
}

function Finding<P extends HealthPart>({ part, health }: { part: P; health: SystemHealth }) {
  const { state, facts }: SystemHealth[P] = health[part]
  const link = links[part]
  const isProblem = state === 'look' || state === 'broken'
  return (
    <Card as="li" className="stack stack-2" aria-labelledby={`finding-${part}`}>
      <div className="row between">
        <h2 className="card__h" id={`finding-${part}`}>
          {healthText.parts[part]}
        </h2>
        <StateChip state={state} />
      </div>
      <p>{isProblem ? nextSteps[part][state] : unknownStep}</p>
      {facts !== null && plainParts.has(part) && (
        <p className="muted">{describeFacts[part](facts as never).join(' ')}</p>
      )}
      {link && (
        <p>
          <Link to={link.to}>{link.label}</Link>
        </p>
      )}
    </Card>
  )
}
