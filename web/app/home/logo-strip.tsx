import { Motif } from '../ui/motif.tsx'
import type { Supporter } from './sample-content.ts'

/** @param props.note says that the supporters are invented */
export function LogoStrip({ supporters, note }: { supporters: readonly Supporter[]; note: string }) {
  return (
    <div className="stack stack-2">
      <ul className="logos">
        {supporters.map(({ name, motif }) => (
          <li key={name}>
            <Motif name={motif} />
            <span>{name}</span>
          </li>
        ))}
      </ul>
      <p className="small muted">{note}</p>
    </div>
  )
}
