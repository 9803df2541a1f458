import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { PlayerControl } from './use-player.ts'

const SKIP_SECONDS = 5
const LOUDER = 0.1

type Means = {
  player: PlayerControl
  captions: { toggle: () => void }
  screen: { toggle: () => void }
  speed: { step: (by: 1 | -1) => void }
}

/** Keys of the player while the focus is in it: space, k, arrows, m, c, f, < and >. */
export function usePlayerShortcuts(frame: RefObject<HTMLElement | null>, means: Means): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event, means)
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const element = frame.current
    const listen = (event: KeyboardEvent) => press(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [frame])
}

/** Keys that the focused control needs stay its own. */
function actOf(event: KeyboardEvent, { player, captions, screen, speed }: Means): (() => void) | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return undefined
  const { view } = player
  const { target } = event
  const isSelect = target instanceof HTMLSelectElement
  const usesArrows = isSelect || target instanceof HTMLInputElement
  const usesSpace = isSelect || target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement
  switch (event.key) {
    case ' ':
      return usesSpace ? undefined : player.toggle
    case 'k':
      return player.toggle
    case 'm':
      return player.toggleMute
    case 'c':
      return captions.toggle
    case 'f':
      return screen.toggle
    case '<':
      return () => speed.step(-1)
    case '>':
      return () => speed.step(1)
    case 'ArrowLeft':
      return usesArrows ? undefined : () => player.skip(-SKIP_SECONDS)
    case 'ArrowRight':
      return usesArrows ? undefined : () => player.skip(SKIP_SECONDS)
    case 'ArrowUp':
      return usesArrows ? undefined : () => player.changeVolume(view.volume + LOUDER)
    case 'ArrowDown':
      return usesArrows ? undefined : () => player.changeVolume(view.volume - LOUDER)
    default:
      return undefined
  }
}
