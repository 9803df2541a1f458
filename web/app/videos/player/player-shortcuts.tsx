/** What the keyboard does while the focus is in the player; shown where there is likely to be one. */
export function PlayerShortcuts() {
  return (
    <p className="ctl__keys">
      {keys.map(({ press, does }) => (
        <span key={does}>
          {press.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {does}
        </span>
      ))}
    </p>
  )
}

const keys = [
  { press: ['Space', 'k'], does: 'play, pause' },
  { press: ['←', '→'], does: '5 seconds' },
  { press: ['m'], does: 'sound' },
  { press: ['c'], does: 'captions' },
  { press: ['<', '>'], does: 'speed' },
  { press: ['f'], does: 'full screen' },
]
