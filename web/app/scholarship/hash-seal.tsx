import sprite from '../ui/art/motifs.svg?no-inline'
import { MOTIFS } from '../ui/motif.tsx'

const TILES = 16
const TILE = 44

/** A picture of a hash: the same hash always gives the same picture, and people see at once if two differ. */
export function HashSeal({ hash }: { hash: string }) {
  const tiles = Array.from({ length: TILES }, (_, n) => Number.parseInt(hash.slice(n * 2, n * 2 + 2), 16))
  return (
    <svg className="seal" viewBox={`0 0 ${4 * TILE} ${4 * TILE}`} fill="currentColor" aria-hidden="true">
      {tiles.map((value, n) => (
        <use
          // A tile has no identity other than its position.
          key={n}
          href={`${sprite}#${MOTIFS[value % MOTIFS.length]}`}
          transform={`translate(${(n % 4) * TILE + 4} ${Math.floor(n / 4) * TILE + 4}) scale(.45) rotate(${value & 8 ? 90 : 0} 40 40)`}
        />
      ))}
    </svg>
  )
}

/** A hash as a picture and as text that can be compared. */
export function Hash({ hash, label }: { hash: string; label: string }) {
  return (
    <div className="row nowrap start">
      <HashSeal hash={hash} />
      <p className="hash grow">
        <span className="sr">{label} </span>
        {hash.slice(0, hash.length / 2)}
        <wbr />
        {hash.slice(hash.length / 2)}
      </p>
    </div>
  )
}
