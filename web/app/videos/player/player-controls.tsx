import { formatDuration } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PlayerSlider } from './player-slider.tsx'
import { SPEEDS } from './speed.ts'
import type { PlayerControl } from './use-player.ts'

const BACK_SECONDS = 10
const KEY_STEP_SECONDS = 5

type Switch = { isOn: boolean; toggle: () => void }
export type PlayerMeans = {
  title: string
  player: PlayerControl
  speed: { speed: number; change: (speed: number) => void }
  /** Null where the film has none. */
  captions: Switch | null
  /** Null where the browser cannot, or there is no picture yet. */
  picture: Switch | null
  screen: Switch
}

export function PlayerControls({ title, player, speed, captions, picture, screen }: PlayerMeans) {
  const { view } = player
  const times = [view.position, view.duration].map(formatDuration)
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
        <div className="ctl__head">
          <span className="ctl__time small num">{times.join(' / ')}</span>
          <Speed {...speed} />
        </div>
        {captions && (
          <IconButton
            icon="closed-captioning"
            label="Captions"
            aria-pressed={captions.isOn}
            onClick={captions.toggle}
          />
        )}
        <Sound player={player} />
        {picture && (
          <IconButton
            icon="picture-in-picture"
            label="Picture in picture"
            aria-pressed={picture.isOn}
            onClick={picture.toggle}
          />
        )}
        <IconButton
          icon={screen.isOn ? 'corners-in' : 'corners-out'}
          label="Full screen"
          aria-pressed={screen.isOn}
          onClick={screen.toggle}
        />
      </div>
    </div>
  )
}

function Speed({ speed, change }: PlayerMeans['speed']) {
  return (
    <select
      className="ctl__speed num"
      aria-label="Speed"
      value={speed}
      onChange={(event) => change(Number(event.target.value))}
    >
      {SPEEDS.map((one) => (
        <option key={one} value={one}>
          {one}×
        </option>
      ))}
    </select>
  )
}

function Sound({ player }: { player: PlayerControl }) {
  const { isMuted, volume } = player.view
  const loudness = isMuted ? 0 : volume
  return (
    <>
      <IconButton
        icon={isMuted ? 'speaker-x' : 'speaker-high'}
        label="Sound"
        aria-pressed={!isMuted}
        onClick={player.toggleMute}
      />
      <div className="ctl__volume">
        <PlayerSlider
          label="Volume"
          value={loudness}
          max={1}
          keyStep={0.1}
          valueText={`${Math.round(loudness * 100)} per cent`}
          onChange={player.changeVolume}
        />
      </div>
    </>
  )
}
