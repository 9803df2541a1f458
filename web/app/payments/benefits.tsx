import { LEADERBOARD_SIZE, POINTS_PER_ANSWER } from '@baobab/contract/limits.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

const benefits: { icon: IconName; title: string; text: string }[] = [
  { icon: 'video', title: 'More videos', text: 'Every story in the library, not only the free ones.' },
  {
    icon: 'question',
    title: 'More trivia',
    text: `A quiz for those videos too, ${POINTS_PER_ANSWER} points for each correct answer.`,
  },
  {
    icon: 'graduation-cap',
    title: 'Monthly scholarships',
    text: `Your name goes into the draw when you are among the top ${LEADERBOARD_SIZE.toLocaleString('en-NG')}.`,
  },
]

export function Benefits() {
  return (
    <ul className="stack">
      {benefits.map(({ icon, title, text }) => (
        <li className="row nowrap start" key={title}>
          <span className="benefit">
            <Icon name={icon} />
          </span>
          <div>
            <h2 className="benefit__t">{title}</h2>
            <p className="muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
