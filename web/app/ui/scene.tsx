import hero from './art/hero.svg?no-inline'
import scenes from './art/scenes.svg?no-inline'
import { text } from './text.ts'

const viewBoxes = { empty: '0 0 240 180', offline: '0 0 240 180', trophy: '0 0 240 220', advert: '0 0 240 180' }
export type SceneName = keyof typeof viewBoxes

/** A small illustration for empty, offline and success states, and for our own advert. Empty until `isDrawn`. */
export function Scene({ name, isDrawn = true }: { name: SceneName; isDrawn?: boolean }) {
  return (
    <svg className={`illo illo--${name}`} viewBox={viewBoxes[name]} aria-hidden="true">
      {isDrawn && <use href={`${scenes}#${name}`} />}
    </svg>
  )
}

/** A `use` element instead of an `img`, because the ground in the drawing extends beyond its frame. */
export function HeroArt() {
  return (
    <svg className="hero-art" viewBox="0 0 640 600" role="img" aria-label={text.heroArt}>
      <use href={`${hero}#hero`} />
    </svg>
  )
}
