import type { Period } from '@baobab/contract/metrics.ts'
import { Segmented } from '../ui/segmented.tsx'
import { CustomDates } from './custom-dates.tsx'
import { choiceLabels, type Choice, type Chosen } from './period.ts'

type Props = { chosen: Chosen; today: string; onChoose: (choice: Choice, own?: Period) => void }

export function PeriodPicker({ chosen, today, onChoose }: Props) {
  return (
    <div className="stack stack-3 no-print">
      <Segmented
        look="pills"
        label="Period"
        options={choiceLabels}
        value={chosen.choice}
        onChange={(choice) => onChoose(choice)}
      />
      {chosen.choice === 'own' && (
        <CustomDates
          key={`${chosen.from} ${chosen.to}`}
          shown={chosen}
          today={today}
          onChoose={(own) => onChoose('own', own)}
        />
      )}
    </div>
  )
}
