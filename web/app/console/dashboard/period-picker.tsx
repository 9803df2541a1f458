import type { Period } from '@baobab/contract/figures.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { OwnDates } from './own-dates.tsx'
import { choiceWords, type Choice, type Chosen } from './period.ts'

type Props = { chosen: Chosen; today: string; onChoose: (choice: Choice, own?: Period) => void }

export function PeriodPicker({ chosen, today, onChoose }: Props) {
  return (
    <div className="stack stack-3 no-print">
      <Segmented
        look="pills"
        label="Period"
        options={choiceWords}
        value={chosen.choice}
        onChange={(choice) => onChoose(choice)}
      />
      {chosen.choice === 'own' && (
        <OwnDates
          key={`${chosen.from} ${chosen.to}`}
          shown={chosen}
          today={today}
          onChoose={(own) => onChoose('own', own)}
        />
      )}
    </div>
  )
}
