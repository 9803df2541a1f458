import { Avatar } from '../ui/avatar.tsx'
import { testimonials } from './sample-content.ts'

export function Testimonials() {
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec__h">
          <h2>What students and parents say</h2>
        </div>
        <div className="grid g3">
          {testimonials.map(({ words, name, place, picture }) => (
            <figure className="quote" key={name}>
              <blockquote>{words}</blockquote>
              <figcaption>
                <Avatar name={name} src={picture} />
                <span>
                  <b>{name}</b>
                  {place}
                </span>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}
