import { RegisterLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HeroArt } from '../ui/scene.tsx'
import { Motif, type MotifName } from '../ui/motif.tsx'
import type { PublicSettings } from '@baobab/contract/settings/endpoints.ts'
import { Operator } from './operator.tsx'
import { SampleContent } from './sample-content.tsx'
import { Steps } from './steps.tsx'

export const meta = () =>
  pageMeta(
    'About us',
    'Why Baobab tells young Nigerians moral stories, asks a question after each one and offers a scholarship.',
  )

const reasons: { title: string; text: string; motif: MotifName }[] = [
  {
    title: 'A question makes a lesson stick',
    text: 'We remember a story longer when it ends with a question. So every video ends with a quiz, and a wrong answer teaches and never scolds.',
    motif: 'moon',
  },
  {
    title: 'Learning should open doors',
    text: 'Many bright children stop school over money. Right answers take you up the leaderboard, and every month one student from both age groups wins a scholarship.',
    motif: 'step',
  },
  {
    title: 'It has to work on the phone you have',
    text: 'Small screens, shared phones, expensive data, a network that comes and goes. We show the size before you tap, and an answer you gave is never lost when the network drops.',
    motif: 'comb',
  },
]

/** @param props.settings null if they could not be loaded */
export default function About({ settings }: { settings: PublicSettings | null }) {
  return (
    <>
      <section className="hero hero--plain cloth">
        <div className="wrap sec">
          <div className="hero__t stack">
            <h1>About Us</h1>
            <p className="lead">
              Long before there were screens, children sat under the tree at night and listened. The story ended with a
              question, and the question stayed with you. Baobab brings that evening back.
            </p>
          </div>
          <HeroArt />
        </div>
      </section>
      <div className="strip" />
      {typeof settings?.operatorName === 'string' && (
        <section className="sec">
          <div className="wrap stack">
            <h2>Who runs Baobab</h2>
            <Operator settings={settings} />
          </div>
        </section>
      )}
      <section className="sec sec--surface">
        <div className="wrap grid g2 about__cols">
          <h2 className="about__mission">Our mission: moral values that a young person can carry into the street</h2>
          <div className="stack">
            <p>
              We tell short stories about honesty, hard work, kindness, respect and courage, set in the streets, schools
              and markets young Nigerians already know. The people in them make mistakes, tell the truth late, share
              when it costs them something, and live with what they chose.
            </p>
            <p>
              We do not tell anyone what to believe. We show what a choice does to the people around it, and then we ask
              what you saw.
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
            <p className="lead">From your first video to the scholarship.</p>
          </div>
          <Steps />
          <div>
            <RegisterLink className={buttonClass({ kind: 'accent' })}>Start Now</RegisterLink>
          </div>
        </div>
      </section>
      {settings?.hasSampleContent && <SampleContent shown={['partners']} />}
    </>
  )
}
