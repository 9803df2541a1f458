import { readSystemHealth, type HealthPart, type SystemHealth } from '@baobab/contract/system/health.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useIsAllowed } from '../shell/if-allowed.tsx'

/** The parts of the product in the order in which the System page shows them. */
export const healthParts: readonly HealthPart[] = [
  'mail',
  'jobs',
  'storage',
  'backup',
  'provider',
  'draw',
  'versions',
  'clock',
]

/** Returns the parts that a person should do something about, broken ones first. */
export function listFindings(health: SystemHealth): HealthPart[] {
  const inState = (state: string) => healthParts.filter((part) => health[part].state === state)
  return [...inState('broken'), ...inState('look'), ...inState('unknown')]
}

const POLL_MS = 60_000

/** Returns the parts that are broken: those that the System page shows as such. None for roles that may not open it. */
export function useBrokenParts(): HealthPart[] {
  const enabled = useIsAllowed(readSystemHealth.who)
  const { data } = useQuery({ ...apiQuery(readSystemHealth, {}), refetchInterval: POLL_MS, enabled })
  return data === undefined ? [] : healthParts.filter((part) => data[part].state === 'broken')
}
