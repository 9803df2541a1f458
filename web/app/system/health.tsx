import type { HealthPart, HealthState, SystemHealth } from '@baobab/contract/system/health.ts'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import type { IconName } from '../ui/icon.tsx'
import { describeFacts, engineerSteps, healthText as text } from './text.ts'
import { healthParts } from './use-findings.ts'

const looks: Record<HealthState, { kind: 'ok' | 'warn' | 'bad' | 'plain'; icon: IconName }> = {
  well: { kind: 'ok', icon: 'check-circle' },
  look: { kind: 'warn', icon: 'warning' },
  broken: { kind: 'bad', icon: 'warning-circle' },
  unknown: { kind: 'plain', icon: 'question' },
}

/** How a part's state looks. */
export const StateChip = ({ state }: { state: HealthState }) => <Chip {...looks[state]}>{text.states[state]}</Chip>

/** Says for engineers whether each part of the product works, and why not. */
export function Health({ health }: { health: SystemHealth }) {
  return (
    <section className="stack stack-3" aria-labelledby="health">
      <h2 className="h-20" id="health">
        {text.heading}
      </h2>
      <ul className="healths">
        {healthParts.map((part) => (
          <PartCard key={part} part={part} health={health} />
        ))}
      </ul>
    </section>
  )
}

function PartCard<P extends HealthPart>({ part, health }: { part: P; health: SystemHealth }) {
  const { state, facts }: SystemHealth[P] = health[part]
  const sentences = facts === null ? [text.couldNotRead] : describeFacts[part](facts as never)
  return (
    <Card as="li" className="stack stack-2" aria-labelledby={`health-${part}`}>
      <div className="row between">
        <h3 className="card__h" id={`health-${part}`}>
          {text.parts[part]}
        </h3>
        <StateChip state={state} />
      </div>
      {sentences.map((sentence, index) => (
        // Two servers may have the same sentence.
        <p key={`${index} ${sentence}`} className="muted">
          {sentence}
        </p>
      ))}
      {(state === 'look' || state === 'broken') && <p>{engineerSteps[part][state]}</p>}
    </Card>
  )
}
