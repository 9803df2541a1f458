// A board that is open follows the server's: the stream says that it has changed, and it is read again.
import type { AgeCategory } from '@baobab/contract/age.ts'
import { endpointUrl } from '@baobab/contract/client.ts'
import { leaderboard, liveBoard, myRank } from '@baobab/contract/leaderboard.ts'
import { useEffect, useState } from 'react'
import { apiQuery, queryClient } from '../api/query.ts'
import { prefersReducedData } from '../ui/prefers-reduced-data.ts'
import { useOnline } from '../ui/use-online.ts'
import { useVisible } from '../ui/use-visible.ts'
import { throttleTask } from './throttle-task.ts'
import { followBoard } from './follow-board.ts'

/** A board is read again at most this often; where data is dear, less. */
const GAP_MS = 5_000
const SAVING_GAP_MS = 15_000
/** A cache or another server may answer with the board before for this long; a board that stayed costs a few bytes. */
const BEHIND_MS = 1_500

/**
 * Follows a board while it is to be seen, and reads it and one's own place again when it changes.
 * @returns whether the stream lives; where it does not, the page has to ask from time to time
 */
export function useLiveBoard(ageCategory: AgeCategory): boolean {
  const isOpen = [useVisible(), useOnline()].every(Boolean)
  const [live, setLive] = useState<AgeCategory>()

  useEffect(() => {
    if (!isOpen) return undefined
    const stop = new AbortController()
    const reading = throttleTask(prefersReducedData() ? SAVING_GAP_MS : GAP_MS, () => readAgain(ageCategory))
    let known: string | undefined
    let later: ReturnType<typeof setTimeout> | undefined
    void followBoard({
      url: endpointUrl(liveBoard, { query: { ageCategory } }),
      signal: stop.signal,
      onLive: (isLive) => setLive(isLive ? ageCategory : undefined),
      onTag: (tag) => {
        if (tag === known) return
        known = tag
        reading.ask()
        clearTimeout(later)
        later = setTimeout(() => reading.ask(), BEHIND_MS)
      },
    })
    return () => {
      stop.abort()
      clearTimeout(later)
      reading.stop()
      setLive(undefined)
    }
  }, [ageCategory, isOpen])

  return live === ageCategory
}

/** A read that is under way may have begun before the change: it is waited for, never cut off, and then made again. */
async function readAgain(ageCategory: AgeCategory): Promise<void> {
  const reads = [apiQuery(leaderboard, { query: { ageCategory } }), apiQuery(myRank, { query: { ageCategory } })]
  const again = ({ queryKey }: (typeof reads)[number]) =>
    queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false })
  const underWay = reads.filter(({ queryKey }) => queryClient.isFetching({ queryKey }) > 0)
  await Promise.all(underWay.map(again))
  await Promise.all(reads.map(again))
}
