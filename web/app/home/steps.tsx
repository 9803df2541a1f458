import { Motif, type MotifName } from '../ui/motif.tsx'

const steps: { title: string; text: string; motif: MotifName }[] = [
  {
    title: 'Register',
    text: 'Create an account with an email you can open. We send a code to check it is yours.',
    motif: 'star',
  },
  { title: 'Watch moral videos', text: 'Short stories, told with people and places you know.', motif: 'moon' },
  {
    title: 'Answer trivia',
    text: 'Two minutes on the clock, ten points for each right answer.',
    motif: 'comb',
  },
  {
    title: 'Climb the leaderboard',
    text: 'You are ranked with your own age group: 5-10 or 11-20.',
    motif: 'step',
  },
  {
    title: 'Win a monthly scholarship',
    text: 'Reach the top 1,000 and your name can go into the monthly draw.',
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
