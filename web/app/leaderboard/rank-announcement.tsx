import { useState } from 'react'

/** Says to a screen reader that one's own place has changed while the page was open; never anything else of the board. */
export function RankAnnouncement({ rank }: { rank: number }) {
  const [first, setFirst] = useState<number | undefined>(rank)
  if (first !== undefined && first !== rank) setFirst(undefined)
  return (
    <p className="sr" role="status">
      {first === undefined && `Your rank is now ${rank.toLocaleString('en-NG')}.`}
    </p>
  )
}
