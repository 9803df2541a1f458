import { RegisterLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Motif, type MotifName } from '../ui/motif.tsx'
import { LogoStrip } from './logo-strip.tsx'
import { partners, sampleNotes } from './sample-content.ts'
import { Steps } from './steps.tsx'

export const meta = () =>
  pageMeta(
    'About us',
    'Why Baobab tells young Nigerians moral stories, asks a question after each one and offers a scholarship.',
  )

const reasons: { title: string; text: string; motif: MotifName }[] = [
  {
    title: 'A question makes a lesson stick',
    text: 'A story that ends with a question is remembered longer than a story that ends with a speech. So every video ends with a quiz, and a wrong answer teaches and never scolds.',
    motif: 'moon',
  },
  {
    title: 'Good character should open doors',
    text: 'Many bright children stop school over money. Points earned by watching well and answering well lead to the leaderboard, and from the top 1,000 of both age groups together one scholar will be drawn every month.',
    motif: 'step',
  },
  {
    title: 'It has to work on the phone you have',
    text: 'Small screens, shared phones, expensive data, a network that comes and goes. We show the size before you tap, and an answer you gave is never lost when the network drops.',
    motif: 'comb',
  },
]

export default function About() {
  return (
    <>
      <section className="hero hero--plain cloth">
        <div className="wrap sec">
          <h1>About Us</h1>
          <p className="lead">
            Long before there were screens, children sat under the tree at night and listened. The story ended with a
            question, and the question stayed with you. Baobab brings that evening back.
          </p>
        </div>
      </section>
      <div className="strip" />
      <section className="sec">
        <div className="wrap stack">
          <h2>Our partners</h2>
          <LogoStrip supporters={partners} note={sampleNotes.partners} />
        </div>
      </section>
      <section className="sec sec--surface">
        <div className="wrap grid g2 about__cols">
          <h2 className="about__mission">Our mission: moral values that a young person can carry into the street</h2>
          <div className="stack">
            <p>
              We tell short stories about honesty, diligence, kindness, respect and courage, set in the streets, schools
              and markets young Nigerians already know. The people in them make mistakes, tell the truth late, share
              when it costs them something, and live with what they chose.
            </p>
            <p>
              We do not tell anyone what to believe. We show what a choice does to the people around it, and then we ask
              what you saw. Values are learned by thinking about them, and thinking starts with a good question.
            </p>
          </div>
        </div>
      </section>
      <section className="sec">
        <div className="wrap">
          <div className="sec__h">
            <h2>Why Baobab exists</h2>
          </div>
          <div className="grid g3">
            {reasons.map(({ title, text, motif }) => (
              <Card as="article" key={title} className="reason stack stack-3">
                <Motif name={motif} />
                <h3>{title}</h3>
                <p className="muted">{text}</p>
              </Card>
            ))}
          </div>
        </div>
      </section>
      <section className="sec sec--surface">
        <div className="wrap stack stack-8">
          <div className="stack stack-3">
            <h2 className="about__h">Five steps</h2>
            <p className="lead">From your first video to the scholarship draw.</p>
          </div>
          <Steps />
          <div>
            <RegisterLink className={buttonClass({ kind: 'accent' })}>Start Now</RegisterLink>
          </div>
        </div>
      </section>
    </>
  )
}
