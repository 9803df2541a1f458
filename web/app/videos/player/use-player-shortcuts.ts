import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { PlayerControl } from './use-player.ts'

const SKIP_SECONDS = 5
const VOLUME_STEP = 0.1

type Controls = {
  player: PlayerControl
  captions: { toggle: () => void }
  fullScreen: { toggle: () => void }
  speed: { step: (by: 1 | -1) => void }
}

/** Keyboard shortcuts while the focus is in the player: space, k, arrows, m, c, f, < and >. */
export function usePlayerShortcuts(frame: RefObject<HTMLElement | null>, controls: Controls): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = findAction(event, controls)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const element = frame.current
    const listen = (event: KeyboardEvent) => handleKey(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [frame])
}

/** Returns what a key does; undefined if the focused control uses the key itself. */
function findAction(event: KeyboardEvent, { player, captions, fullScreen, speed }: Controls): (() => void) | undefined {
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
      return fullScreen.toggle
    case '<':
      return () => speed.step(-1)
    case '>':
      return () => speed.step(1)
    case 'ArrowLeft':
      return usesArrows ? undefined : () => player.skip(-SKIP_SECONDS)
    case 'ArrowRight':
      return usesArrows ? undefined : () => player.skip(SKIP_SECONDS)
    case 'ArrowUp':
      return usesArrows ? undefined : () => player.changeVolume(view.volume + VOLUME_STEP)
    case 'ArrowDown':
      return usesArrows ? undefined : () => player.changeVolume(view.volume - VOLUME_STEP)
    default:
      return undefined
  }
}
