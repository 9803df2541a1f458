import { playingTime } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { PlayerSlider } from './player-slider.tsx'
import type { PlayerControl } from './use-player.ts'

const BACK_SECONDS = 10
const KEY_STEP_SECONDS = 5

type Props = {
  title: string
  player: PlayerControl
  /** Null where the film has none. */
  captions: { isOn: boolean; toggle: () => void } | null
  screen: { isFull: boolean; toggle: () => void }
}

export function PlayerControls({ title, player, captions, screen }: Props) {
  const { view } = player
  const times = [view.position, view.duration].map(playingTime)
  return (
    <div className="ctl">
      <PlayerSlider
        label={`Position in ${title}`}
        value={view.position}
        max={view.duration}
        keyStep={KEY_STEP_SECONDS}
        valueText={times.join(' of ')}
        onChange={player.seekTo}
      />
      <div className="ctl__row">
        <IconButton
          icon={view.isPlaying ? 'pause' : 'play'}
          label={view.isPlaying ? 'Pause' : 'Play'}
          onClick={player.toggle}
        />
        <IconButton
          icon="arrow-counter-clockwise"
          label={`Back ${BACK_SECONDS} seconds`}
          onClick={() => player.skip(-BACK_SECONDS)}
        />
        <span className="ctl__time small num">{times.join(' / ')}</span>
        {captions && (
          <IconButton
            icon="closed-captioning"
            label="Captions"
            aria-pressed={captions.isOn}
            onClick={captions.toggle}
          />
        )}
        <IconButton
          icon={view.isMuted ? 'speaker-x' : 'speaker-high'}
          label="Sound"
          aria-pressed={!view.isMuted}
          onClick={player.toggleMute}
        />
        <div className="ctl__volume">
          <PlayerSlider
            label="Volume"
            value={view.isMuted ? 0 : view.volume}
            max={1}
            keyStep={0.1}
            valueText={`${Math.round(view.isMuted ? 0 : view.volume * 100)} per cent`}
            onChange={player.changeVolume}
          />
        </div>
        <IconButton
          icon={screen.isFull ? 'corners-in' : 'corners-out'}
          label="Full screen"
          aria-pressed={screen.isFull}
          onClick={screen.toggle}
        />
      </div>
    </div>
  )
}
