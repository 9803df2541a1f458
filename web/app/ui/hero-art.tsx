import sprite from './art/hero.svg?no-inline'

/** A `use` and not an `img`, because the ground of the drawing runs on beyond its frame to the edges of the cloth. */
export function HeroArt() {
  return (
    <svg
      className="hero-art"
      viewBox="0 0 640 600"
      role="img"
      aria-label="Three children sit under a baobab tree at moonrise, watching a story about the tortoise and the drum."
    >
      <use href={`${sprite}#hero`} />
    </svg>
  )
}
