import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { HeroArt } from '../ui/hero-art.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

const facts: { icon: IconName; title: string; text: string }[] = [
  { icon: 'device-mobile', title: 'Light on data', text: 'the size is on every cover, before you tap' },
  { icon: 'timer', title: '2 minutes', text: 'of trivia, 10 points a question' },
  { icon: 'graduation-cap', title: 'Every month', text: 'a scholarship winner is drawn' },
]

export function Hero() {
  return (
    <>
      <section className="hero cloth">
        <div className="wrap">
          <div className="hero__t stack stack-6">
            <h1>
              <span>Watch. </span>
              <span>Answer. </span>
              <span className="y">Rise.</span>
            </h1>
            <p className="lead">
              Short moral stories for young Nigerians aged 5 to 20. Watch one, answer the trivia, climb the leaderboard
              and stand a chance to win the monthly scholarship.
            </p>
            <div className="row">
              <Link className={buttonClass({ kind: 'accent' })} to={paths.student.register}>
                Start Now
              </Link>
              <Link className={buttonClass({ kind: 'line' })} to={paths.student.register}>
                Claim Your Spot
              </Link>
            </div>
          </div>
          <HeroArt />
        </div>
      </section>
      <div className="strip" />
      <section className="facts" aria-label="At a glance">
        <div className="wrap">
          <ul>
            {facts.map(({ icon, title, text }) => (
              <li key={title}>
                <Icon name={icon} size="lg" />
                <div>
                  <b>{title}</b>
                  <span className="muted small">{text}</span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}
