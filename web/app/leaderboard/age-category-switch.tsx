import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { leaderboardText } from '@baobab/contract/leaderboard/endpoints.ts'
import { Segmented } from '../ui/segmented.tsx'

const options = ageCategories.map((value) => ({ value, label: value }))

type Props = { value: AgeCategory; onChange: (value: AgeCategory) => void }

export function AgeCategorySwitch({ value, onChange }: Props) {
  return <Segmented label={leaderboardText.ageCategory} options={options} value={value} onChange={onChange} />
}
