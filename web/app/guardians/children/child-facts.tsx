import type { GuardianChild } from '@baobab/contract/guardians/children.ts'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip } from '../../ui/chip.tsx'
import { text } from './text.ts'

const { facts } = text

/** The child's picture, age and payment. `children` is the heading with the username. */
export function ChildHead({ child, children }: { child: GuardianChild; children: ReactNode }) {
  return (
    <div className="row nowrap">
      <Avatar name={child.username} avatar={child.avatar} size="lg" />
      <div className="grow stack stack-2 wrap-any">
        {children}
        <p className="small muted">
          {facts.age(child.age)}. {facts.lastActive(child.lastActiveAt)}.
        </p>
        <div className="chips">
          <Chip kind={child.isPaid ? 'ok' : 'plain'} icon={child.isPaid ? 'check-circle' : 'credit-card'}>
            {child.isPaid ? facts.paid : facts.notPaid}
          </Chip>
          <DrawChip draw={child.draw} />
        </div>
      </div>
    </div>
  )
}

const isInDraw = ({ reasons, isHeld }: GuardianChild['draw']) => reasons.length === 0 && !isHeld

function DrawChip({ draw }: Pick<GuardianChild, 'draw'>) {
  return isInDraw(draw) ? (
    <Chip kind="ok" icon="ranking">
      {facts.inDraw}
    </Chip>
  ) : (
    <Chip icon="ranking">{facts.notInDraw}</Chip>
  )
}

/** Why the child is not in this month's draw; nothing if it is. */
export function WhyNotInDraw({ draw }: Pick<GuardianChild, 'draw'>) {
  if (isInDraw(draw)) return null
  return (
    <p className="small">
      {facts.whyNot(draw.reasons)} {draw.isHeld && facts.isHeld}
    </p>
  )
}

/** What the child has done so far, in six numbers. */
export function ChildStats({ child }: { child: GuardianChild }) {
  const stats = [
    [facts.points, child.points.toLocaleString('en-NG')],
    [facts.rank, child.rank === null ? facts.noRank : facts.rankIs(child.rank)],
    [facts.videos, child.videosWatched.toLocaleString('en-NG')],
    [facts.quizzes, child.quizzesAnswered.toLocaleString('en-NG')],
    [facts.mean, facts.meanIs(child.meanPercent)],
    [facts.badges, child.badgeCount.toLocaleString('en-NG')],
  ] as const
  return (
    <dl className="stats child-stats">
      {stats.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
