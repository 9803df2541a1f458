import { LEADERBOARD_SIZE } from '@baobab/contract/limits.ts'
import { Card } from '../../ui/card.tsx'

const places = LEADERBOARD_SIZE.toLocaleString('en-NG')

const rules = [
  {
    title: 'One winner each month',
    text: `The first ${places} of 5-10 and the first ${places} of 11-20 go into one list, and one name is drawn.`,
  },
  {
    title: 'Points until the month closes',
    text: 'A month is a calendar month in Lagos. An answer that comes after its last second counts for the next list.',
  },
  {
    title: 'Who is eligible',
    text: 'Email verified, age 5 to 20, at least one correct answer, not disqualified, and paid, unless the rules published with the draw say that payment is not asked for. Whoever is left out is not replaced.',
  },
  {
    title: 'A list that cannot be changed afterwards',
    text: 'The list is frozen, and its fingerprint published, before anyone can know the winner.',
  },
  {
    title: 'A public number decides',
    text: 'The draw takes its chance from a public source named in advance. There is no secret of ours in it, so anyone can work it out again.',
  },
]

/** The rules of the scholarship (decisions 7). */
export function Rules() {
  return (
    <Card className="stack stack-6" aria-labelledby="rules">
      <h2 className="card__h" id="rules">
        Rules of the scholarship
      </h2>
      <ol className="rules">
        {rules.map(({ title, text }, at) => (
          <li key={title}>
            <span className="rules__k" aria-hidden="true">
              {at + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p className="muted small">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
