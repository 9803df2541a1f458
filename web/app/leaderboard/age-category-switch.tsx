import { ageCategories, type AgeCategory, DEFAULT_CATEGORY } from '@baobab/contract/accounts/rules.ts'
import { leaderboardText } from '@baobab/contract/leaderboard/endpoints.ts'
import { useSearchParams } from 'react-router'
import { Segmented } from '../ui/segmented.tsx'

const options = ageCategories.map((value) => ({ value, label: value }))

type Props = { value: AgeCategory; onChange: (value: AgeCategory) => void }

export function AgeCategorySwitch({ value, onChange }: Props) {
  return <Segmented label={leaderboardText.ageCategory} options={options} value={value} onChange={onChange} />
}

// The age category of the leaderboard on screen. It is in the address, so that a shared link opens the same board.

const NAME = 'ageCategory'

/** Returns the category named in an address, or the default one. */
export function readCategoryParam(search: URLSearchParams): AgeCategory {
  return ageCategories.find((category) => category === search.get(NAME)) ?? DEFAULT_CATEGORY
}

/** The category in the address, and a function that changes it. */
export function useCategoryParam(): [AgeCategory, (category: AgeCategory) => void] {
  const [search, setSearch] = useSearchParams()
  const setCategory = (category: AgeCategory) =>
    setSearch(category === DEFAULT_CATEGORY ? {} : { [NAME]: category }, { replace: true, preventScrollReset: true })
  return [readCategoryParam(search), setCategory]
}
