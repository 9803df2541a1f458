import { ageCategories, DEFAULT_CATEGORY, type AgeCategory } from '@baobab/contract/age.ts'
import { useSearchParams } from 'react-router'
import { Segmented } from '../../ui/segmented.tsx'

const options = ageCategories.map((value) => ({ value, label: value }))

/** The age category in the address; the spec's default where none is named. */
export function useCategory(): AgeCategory {
  const [params] = useSearchParams()
  const named = params.get('ageCategory')
  return ageCategories.find((category) => category === named) ?? DEFAULT_CATEGORY
}

export function CategorySwitch() {
  const [, setParams] = useSearchParams()
  const category = useCategory()
  return (
    <Segmented
      label="Age category"
      options={options}
      value={category}
      onChange={(chosen) =>
        setParams(
          (before) => {
            before.set('ageCategory', chosen)
            return before
          },
          { replace: true, preventScrollReset: true },
        )
      }
    />
  )
}
