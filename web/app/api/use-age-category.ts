import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from './query.ts'
import { useStudentSession } from './session.ts'

/**
 * Returns the logged-in student's age category. It comes from the login until the profile is loaded, then from the profile, because it
 * changes on a birthday. Null for visitors and students outside every category.
 */
export function useAgeCategory(): AgeCategory | null {
  const session = useStudentSession()
  const profile = useQuery({
    ...apiQuery(readStudentProfile, { params: { username: session?.username ?? '' } }),
    enabled: session !== undefined,
  })
  if (profile.data) return profile.data.data.ageCategory
  return ageCategories.find((category) => category === session?.ageCategory) ?? null
}
