import sprite from './art/scenes.svg?no-inline'

const viewBoxes = { empty: '0 0 240 180', offline: '0 0 240 180', trophy: '0 0 240 220', advert: '0 0 240 180' }
export type SceneName = keyof typeof viewBoxes

/** A small illustration for empty, offline and success states, and of our own advert. Empty until it `isDrawn`. */
export function Scene({ name, isDrawn = true }: { name: SceneName; isDrawn?: boolean }) {
  return (
    <svg className={`illo illo--${name}`} viewBox={viewBoxes[name]} aria-hidden="true">
      {isDrawn && <use href={`${sprite}#${name}`} />}
    </svg>
  )
}
