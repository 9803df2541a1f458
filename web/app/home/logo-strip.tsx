import { Motif } from '../ui/motif.tsx'
import type { Supporter } from './sample-content.ts'

export function LogoStrip({ supporters }: { supporters: readonly Supporter[] }) {
  return (
    <ul className="logos">
      {supporters.map(({ name, motif }) => (
        <li key={name}>
          <Motif name={motif} />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  )
}
