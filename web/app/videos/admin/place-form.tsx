import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { text } from './text.ts'

type Props = {
  item: { _id: string; title: string }
  /** Its place in the list, from 1. */
  place: number
  count: number
  onPlace: (place: number) => void
}

/** The DOM id of the field, to restore its focus after the list was reordered. */
export const placeFieldId = (id: string) => `place-${id}`

/** Moves a video to a place by its number. A number beyond the end of the list moves it there. */
export function PlaceForm({ item: { _id, title }, place, count, onPlace }: Props) {
  const [typed, setTyped] = useState<string>()

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const wanted = Math.min(Math.max(1, Math.round(Number(typed))), count)
    setTyped(undefined)
    if (typed && Number.isFinite(wanted) && wanted !== place) onPlace(wanted)
  }

  return (
    <form className="place" noValidate onSubmit={submit}>
      <input
        id={placeFieldId(_id)}
        className="input num"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        aria-label={text.placeOf(title, count)}
        value={typed ?? String(place)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" kind="line" size="sm" aria-label={text.moveToPlace(title)}>
        {text.move}
      </Button>
    </form>
  )
}
