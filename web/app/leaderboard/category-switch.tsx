import { ageCategories, type AgeCategory } from '@baobab/contract/age.ts'
import { Segmented } from '../ui/segmented.tsx'

const options = ageCategories.map((value) => ({ value, label: value }))

export function CategorySwitch({ value, onChange }: { value: AgeCategory; onChange: (value: AgeCategory) => void }) {
  return <Segmented label="Age category" options={options} value={value} onChange={onChange} />
}
