import { useState } from 'react'
import { areSoundsOn, turnSounds } from '../celebration/celebrate.ts'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Select } from '../ui/select.tsx'
import { chooseTheme, readTheme, type Theme } from '../ui/theme.ts'
import { text } from './text.ts'

const themes: { value: Theme; label: string }[] = [
  { value: 'phone', label: text.display.matchPhone },
  { value: 'light', label: text.display.light },
  { value: 'dark', label: text.display.dark },
]

export function DisplayCard() {
  const [theme, setTheme] = useState(readTheme)
  const [hasSounds, setSounds] = useState(areSoundsOn)

  function choose(value: string) {
    const chosen = themes.find((one) => one.value === value)?.value ?? 'phone'
    chooseTheme(chosen)
    setTheme(chosen)
  }

  return (
    <Card className="stack stack-3" aria-labelledby="display">
      <h2 className="card__h" id="display">
        {text.display.title}
      </h2>
      <Select
        label={text.display.theme}
        options={themes}
        value={theme}
        onChange={(event) => choose(event.target.value)}
      />
      <Checkbox
        label={text.display.sounds}
        checked={hasSounds}
        onChange={(event) => {
          turnSounds(event.target.checked)
          setSounds(event.target.checked)
        }}
      />
    </Card>
  )
}
