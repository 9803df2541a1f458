import sprite from './art/hero.svg?no-inline'
import { text } from './text.ts'

/** A `use` element and not an `img`, because the ground of the drawing extends beyond its frame. */
export function HeroArt() {
  return (
    <svg className="hero-art" viewBox="0 0 640 600" role="img" aria-label={text.heroArt}>
      <use href={`${sprite}#hero`} />
    </svg>
  )
}
