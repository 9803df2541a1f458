// Invented quotes, partners and funders, so that an operator sees where real ones go. Shown only with SAMPLE_CONTENT, always in a box that
// says so, and with names that nobody can take for real ones.
import { Chip } from '../ui/chip.tsx'
import { Motif, type MotifName } from '../ui/motif.tsx'
import { text } from './text.ts'

const testimonials = [
  {
    quote: 'I knew the tortoise story from my grandmother. I did not know I could earn points for remembering it.',
    name: 'Sample student',
  },
  { quote: 'My phone is small and my data is smaller. These videos still play.', name: 'Another sample student' },
  {
    quote: 'My two boys now argue about who was right in the story. I prefer that to cartoons.',
    name: 'Sample parent',
  },
]

const supporters = {
  funders: { title: text.funders, kind: 'Funder', motifs: ['leaf', 'moon', 'hatch', 'cowrie'] },
  partners: { title: text.partners, kind: 'Partner', motifs: ['spiral', 'star', 'step', 'comb'] },
} as const satisfies Record<string, { title: string; kind: string; motifs: readonly MotifName[] }>

/** @param props.shown the parts of the box, in their order */
export function SampleContent({ shown }: { shown: readonly ('testimonials' | keyof typeof supporters)[] }) {
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sample stack">
          <Chip kind="earth">{text.sample}</Chip>
          {shown.map((part) =>
            part === 'testimonials' ? <Quotes key={part} /> : <Strip key={part} {...supporters[part]} />,
          )}
          <p className="small muted">{text.sampleNote}</p>
        </div>
      </div>
    </section>
  )
}

function Quotes() {
  return (
    <>
      <h2>{text.testimonials}</h2>
      {/* Keyboards scroll it on a phone. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="grid g3 slides" role="group" aria-label={text.testimonials} tabIndex={0}>
        {testimonials.map(({ quote, name }) => (
          <figure className="quote" key={name}>
            <blockquote>{quote}</blockquote>
            <figcaption>
              <b>{name}</b>
            </figcaption>
          </figure>
        ))}
      </div>
    </>
  )
}

function Strip({ title, kind, motifs }: (typeof supporters)[keyof typeof supporters]) {
  return (
    <>
      <h2>{title}</h2>
      <ul className="logos">
        {motifs.map((motif, at) => (
          <li key={motif}>
            <Motif name={motif} />
            <span>
              {kind} {at + 1}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
