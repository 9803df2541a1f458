import { ageCategories, type AgeCategory } from '@baobab/contract/age.ts'
import { Segmented } from '../ui/segmented.tsx'
import { text } from './text.ts'

const options = ageCategories.map((value) => ({ value, label: value }))

type Props = { value: AgeCategory; onChange: (value: AgeCategory) => void }

export function AgeCategorySwitch({ value, onChange }: Props) {
  return <Segmented label={text.ageCategory} options={options} value={value} onChange={onChange} />
}
