import { Motif, type MotifName } from '../ui/motif.tsx'

const steps: { title: string; text: string; motif: MotifName }[] = [
  {
    title: 'Register',
    text: 'Free, with an email you can open.',
    motif: 'star',
  },
  { title: 'Watch moral videos', text: 'Short stories from places you know.', motif: 'moon' },
  {
    title: 'Answer trivia',
    text: 'Each right answer is 10 points.',
    motif: 'comb',
  },
  {
    title: 'Climb the leaderboard',
    text: 'You play with your age: 5 to 10 or 11 to 20.',
    motif: 'step',
  },
  {
    title: 'Win a monthly scholarship',
    text: 'Be in the top 1,000 and you can win.',
    motif: 'leaf',
  },
]

/** The five steps, rising from left to right on wide screens. */
export function Steps() {
  return (
    <ol className="steps">
      {steps.map(({ title, text, motif }, at) => (
        <li className="step" key={title}>
          <span className="step__sq">
            <Motif name={motif} />
          </span>
          <div>
            <h3>
              <em>{at + 1}.</em>
              {title}
            </h3>
            <p className="small">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
