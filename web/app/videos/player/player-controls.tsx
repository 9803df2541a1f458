import { languageNames, type Language } from '@baobab/contract/kernel/languages.ts'
import type { KeyboardEvent, ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { toPercent } from './player-view.ts'
import { SPEEDS } from './speed.ts'
import { text } from './text.ts'
import type { PlayerControl } from './use-player.ts'

const BACK_SECONDS = 10
const KEY_STEP_SECONDS = 5

type Switch = { isOn: boolean; toggle: () => void }
type CaptionsSwitch = Switch & {
  /** The language that is shown. */
  language: Language | undefined
  languages: readonly Language[]
  chooseLanguage: (language: string) => void
}
type Props = {
  title: string
  player: PlayerControl
  speed: { speed: number; change: (speed: number) => void }
  /** Null if the video has no captions. */
  captions: CaptionsSwitch | null
  /** Null if the browser does not support it, or if there is no picture yet. */
  pictureInPicture: Switch | null
  fullScreen: Switch
  /** The button that reads the captions aloud. */
  reading: ReactNode
}

export function PlayerControls({ title, player, speed, captions, pictureInPicture, fullScreen, reading }: Props) {
  const { view } = player
  const hasLanguages = captions !== null && captions.languages.length > 1
  const [position, duration] = [formatDuration(view.position), formatDuration(view.duration)]
  return (
    <div className={hasLanguages ? 'ctl ctl--languages' : 'ctl'}>
      <Slider
        label={text.position(title)}
        value={view.position}
        max={view.duration}
        keyStep={KEY_STEP_SECONDS}
        valueText={text.positionValue(position, duration)}
        onChange={player.seekTo}
      />
      <div className="ctl__row">
        <IconButton
          icon={view.isPlaying ? 'pause' : 'play'}
          label={view.isPlaying ? text.pause : text.play}
          onClick={player.toggle}
        />
        <IconButton
          icon="arrow-counter-clockwise"
          label={text.back(BACK_SECONDS)}
          onClick={() => player.skip(-BACK_SECONDS)}
        />
        <div className="ctl__head">
          <span className="ctl__time small num">{`${position} / ${duration}`}</span>
          <span className="row nowrap">
            {reading}
            {hasLanguages && <CaptionsLanguage captions={captions} />}
            <Speed {...speed} />
          </span>
        </div>
        {captions && (
          <IconButton
            icon="closed-captioning"
            label={text.captions}
            aria-pressed={captions.isOn}
            onClick={captions.toggle}
          />
        )}
        <Sound player={player} />
        {pictureInPicture && (
          <IconButton
            icon="picture-in-picture"
            label={text.pictureInPicture}
            aria-pressed={pictureInPicture.isOn}
            onClick={pictureInPicture.toggle}
          />
        )}
        <IconButton
          icon={fullScreen.isOn ? 'corners-in' : 'corners-out'}
          label={text.fullScreen}
          aria-pressed={fullScreen.isOn}
          onClick={fullScreen.toggle}
        />
      </div>
    </div>
  )
}

function CaptionsLanguage({ captions: { language, languages, chooseLanguage } }: { captions: CaptionsSwitch }) {
  return (
    <select
      className="ctl__speed ctl__language"
      aria-label={text.captionsLanguage}
      value={language}
      onChange={(event) => chooseLanguage(event.target.value)}
    >
      {languages.map((one) => (
        <option key={one} value={one} lang={one}>
          {languageNames[one]}
        </option>
      ))}
    </select>
  )
}

function Speed({ speed, change }: Props['speed']) {
  return (
    <select
      className="ctl__speed num"
      aria-label={text.speed}
      value={speed}
      onChange={(event) => change(Number(event.target.value))}
    >
      {SPEEDS.map((one) => (
        <option key={one} value={one}>
          {text.speedValue(one)}
        </option>
      ))}
    </select>
  )
}

function Sound({ player }: { player: PlayerControl }) {
  const { isMuted, volume } = player.view
  const heard = isMuted ? 0 : volume
  return (
    <>
      <IconButton
        icon={isMuted ? 'speaker-x' : 'speaker-high'}
        label={text.sound}
        aria-pressed={!isMuted}
        onClick={player.toggleMute}
      />
      <div className="ctl__volume">
        <Slider
          label={text.volume}
          value={heard}
          max={1}
          keyStep={0.1}
          valueText={text.volumeValue(Math.round(heard * 100))}
          onChange={player.changeVolume}
        />
      </div>
    </>
  )
}

type SliderProps = {
  label: string
  value: number
  max: number
  /** How much one press of an arrow key changes the value. */
  keyStep: number
  valueText: string
  onChange: (value: number) => void
}

/** The number of steps of the slider. */
const SLIDER_STEPS = 1000
const directions: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/** An invisible native slider over a bar, so that touch, mouse, keyboard and screen readers work as usual. */
function Slider({ label, value, max, keyStep, valueText, onChange }: SliderProps) {
  const moveByKey = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (direction === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(Math.min(max, Math.max(0, value + direction * keyStep)))
  }
  return (
    <div className="bar2">
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={0}
        max={max > 0 ? max : 1}
        step={(max > 0 ? max : 1) / SLIDER_STEPS}
        value={Math.min(value, max)}
        onKeyDown={moveByKey}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <span className="bar2__t">
        <i style={{ width: `${toPercent(value, max)}%` }} />
      </span>
    </div>
  )
}
