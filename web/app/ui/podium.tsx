import { Avatar } from './avatar.tsx'
import { counted } from './format.ts'
import { Motif, motifAt } from './motif.tsx'

export type Place = { id: string; rank: number; username: string; score: number }

/** The first three. Read in order of rank; on screen the first stands in the middle. */
export function Podium({ places }: { places: readonly Place[] }) {
  return (
    <ol className="podium">
      {places.slice(0, 3).map((place, at) => (
        <li key={place.id} className={`pod pod--${at + 1}`}>
          <Avatar name={place.username} />
          <b>{place.username}</b>
          <small>{counted(place.score, 'point')}</small>
          <span className="blk">
            <span className="sr">Rank </span>
            {place.rank}
            <Motif name={motifAt(at)} />
          </span>
        </li>
      ))}
    </ol>
  )
}
