import { figures, glance, type Period } from '@baobab/contract/figures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '../../api/q.ts'

/** Today goes on while somebody looks. */
const AGAIN_MS = 60_000

/** The figures of a period; those of the one before stay until they are there. */
export function useFigures({ from, to }: Period) {
  return useQuery({
    ...q(figures, { query: { from, to } }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  })
}

export function useGlance() {
  return useQuery({ ...q(glance, {}), refetchInterval: AGAIN_MS })
}
