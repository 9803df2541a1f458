import { commonText } from '@baobab/contract/common-text.ts'
import { Button } from '../../ui/button.tsx'
import type { PlayerControl } from './use-player.ts'

/** Over the picture: that it is loading, that the network is gone, or that it will not play. */
export function PlayerStatus({ player }: { player: PlayerControl }) {
  const { fault, view, isOnline } = player
  if (fault === 'broken' || fault === 'offline') {
    return (
      <div className="player__over" role="alert">
        <p>{fault === 'offline' ? commonText.offline : 'This video does not play. Try again in a moment.'}</p>
        <Button kind="accent" size="sm" onClick={player.retry}>
          Try again
        </Button>
      </div>
    )
  }
  const isWaiting = fault === 'mending' || view.isWaiting
  return (
    <div className={isWaiting ? 'player__over player__over--wait' : 'sr'} role="status">
      {isWaiting && <span className="spin" aria-hidden="true" />}
      {isWaiting && (
        <p>{isOnline ? 'Loading the video...' : 'You are offline. It goes on when your network is back.'}</p>
      )}
    </div>
  )
}
