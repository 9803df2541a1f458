import { ageCategories, DEFAULT_CATEGORY, type AgeCategory } from '@baobab/contract/age.ts'
import { useSearchParams } from 'react-router'

const NAME = 'ageCategory'

/** The category of the board on the screen; it stands in the address, so that a board can be sent to a friend. */
export function useCategory(): [AgeCategory, (category: AgeCategory) => void] {
  const [search, setSearch] = useSearchParams()
  const chosen = ageCategories.find((category) => category === search.get(NAME)) ?? DEFAULT_CATEGORY
  const choose = (category: AgeCategory) =>
    setSearch(category === DEFAULT_CATEGORY ? {} : { [NAME]: category }, { replace: true, preventScrollReset: true })
  return [chosen, choose]
}
