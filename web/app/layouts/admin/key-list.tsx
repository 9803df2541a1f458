import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useModal } from '../../ui/use-modal.ts'
import { isApple, areKeysOn, storeKeysOn } from './keys.ts'
import { text } from './text.ts'

const { keys } = text
const rows = () =>
  [
    [text.findKeys(isApple()), keys.palette],
    ['/', keys.search],
    ['J', keys.next],
    ['K', keys.previous],
    ['Enter', keys.enter],
    ['?', keys.list],
    ['Esc', keys.escape],
  ] as const

/** Lists the keyboard shortcuts, and turns single-character ones off and on. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const { dialog, first } = useModal(true)
  const [isOn, setOn] = useState(areKeysOn)
  const [titleId, helpId] = [useId(), useId()]
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
      <div className="stack">
        <h2 id={titleId}>{text.keyListTitle}</h2>
        <dl className="keylist">
          {rows().map(([key, effect]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
        <p className="small muted">{text.keysNote}</p>
        <div>
          <Checkbox
            label={text.keysOn}
            aria-describedby={helpId}
            checked={isOn}
            onChange={(event) => {
              storeKeysOn(event.target.checked)
              setOn(event.target.checked)
            }}
          />
          <p className="small muted" id={helpId}>
            {text.keysOnHelp}
          </p>
        </div>
        <div className="row">
          <Button kind="line" ref={first} onClick={() => dialog.current?.close()}>
            {text.close}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
