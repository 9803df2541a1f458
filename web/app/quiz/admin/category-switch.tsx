import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { useSearchParams } from 'react-router'
import { useAddressParams } from '../../shell/use-address-params.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { text } from './text.ts'
import { parseCategory } from './with-questions.tsx'

const options = ageCategories.map((value) => ({ value, label: value }))

/** Returns the age category in the address. */
export function useCategory(): AgeCategory {
  const [params] = useSearchParams()
  return parseCategory(params)
}

/** Changes the age category in the address. */
export function CategorySwitch() {
  const [, setParams] = useAddressParams()
  const category = useCategory()
  return (
    <Segmented
      label={text.ageCategory}
      options={options}
      value={category}
      onChange={(chosen) =>
        setParams(
          (params) => {
            params.set('ageCategory', chosen)
            return params
          },
          { replace: true, preventScrollReset: true },
        )
      }
    />
  )
}
