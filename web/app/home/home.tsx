import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Faq } from './faq.tsx'
import { FeaturedVideos } from './featured-videos.tsx'
import { Hero } from './hero.tsx'
import { LogoStrip } from './logo-strip.tsx'
import { funders, partners } from './sample-content.ts'
import { Steps } from './steps.tsx'
import { TriviaGames } from './trivia-games.tsx'
import { useFeaturedVideos } from './use-featured-videos.ts'
import { Testimonials } from './testimonials.tsx'

export const meta = () =>
  pageMeta(
    'Watch. Answer. Rise.',
    'Short moral stories, trivia and a monthly scholarship for young Nigerians aged 5 to 20.',
  )

export default function Home() {
  const { featured, retry } = useFeaturedVideos()
  return (
    <>
      <Hero />
      <section className="sec" id="how">
        <div className="wrap">
          <div className="sec__h">
            <h2>How it works</h2>
            <p className="lead">Five steps from your first story to the scholarship draw.</p>
          </div>
          <Steps />
        </div>
      </section>
      <FeaturedVideos featured={featured} onRetry={retry} />
      <TriviaGames featured={featured} onRetry={retry} />
      <AboutUs />
      <Testimonials />
      <Faq />
      <section className="sec">
        <div className="wrap stack stack-8">
          <div className="stack">
            <h2>Scholarships are funded by</h2>
            <LogoStrip supporters={funders} />
          </div>
          <div className="stack">
            <h2>Our partners</h2>
            <LogoStrip supporters={partners} />
          </div>
        </div>
      </section>
    </>
  )
}

function AboutUs() {
  return (
    <section className="cloth about" id="about">
      <div className="sec wrap">
        <div className="sec__h">
          <h2>About us</h2>
        </div>
        <div className="grid g2 about__cols">
          <p className="d about__say">
            Long before there were screens, children sat under the tree at night and listened. The story ended with a
            question, and the question stayed with you.
          </p>
          <div className="stack">
            <p>
              Baobab brings that evening back. We make short videos about honesty, respect, courage and sharing, set in
              the streets, schools and markets young Nigerians already know.
            </p>
            <p>
              Then we ask. Answering is how a lesson becomes yours, and every point you earn moves you closer to help
              with school fees.
            </p>
            <p>
              <Link to={paths.about}>Read more about us</Link>
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}
